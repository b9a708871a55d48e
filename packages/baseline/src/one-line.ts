/** The text without what would break a line or the encoding of a file: control characters and half surrogates. */
export function oneLine(text: string): string {
  return text.replace(/\s*(?:(?!\t)[\p{Cc}\p{Cs}\u2028\u2029])+\s*/gu, ' ').trim();
}
