const LONGEST = 80;

/** The beginning of a text that is shown in an error, which may be as long as the file. */
export function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}
