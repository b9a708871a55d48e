import { isKind, KINDS } from '@jest-hermetic/leak-record';
import { nearestOf } from '@jest-hermetic/leak-record/nearest';
import type { Kind } from '@jest-hermetic/leak-record';

/** An opt-out of the user's: which leaks may stay, and why. */
export interface AllowRule {
  readonly kind: Kind;
  /** As reported; null for every key of the kind. */
  readonly key: string | null;
  readonly reason: string;
}

/** A rule, or one sentence or two on what is wrong with it and what to write instead. */
export type ReadAllow = { readonly rule: AllowRule } | { readonly problem: string };

const FIELDS = ['kind', 'key', 'reason'];

/** Reads the argument of `allowLeak()`. */
export function readAllowCall(given: unknown): ReadAllow {
  if (typeof given !== 'object' || given === null) {
    return problem('allowLeak() needs an object. Write allowLeak({ kind, key, reason }).');
  }
  const { kind, key, reason } = given as Record<string, unknown>;
  const strange = Object.keys(given).find((name) => !FIELDS.includes(name));
  if (strange !== undefined) {
    return problem(`allowLeak() does not know "${strange}". It takes kind, key (optional) and reason.`);
  }
  if (key !== undefined && key !== null && (typeof key !== 'string' || key === '')) {
    return problem('The key of allowLeak() is no text. Write it as the report does, or leave it out for every key.');
  }
  return checked('allowLeak()', kind, key ?? null, reason, "reason: '...'");
}

/** Reads what follows `@leak-allow` in a docblock: `<kind> [key] -- <reason>`. */
export function readAllowPragma(text: string): ReadAllow {
  const [, head = '', reason = ''] = /^(.*?)(?:(?:^|\s)--(?:\s(.*))?)?$/s.exec(text.trim()) ?? [];
  const [, kind = '', key = ''] = /^(\S*)\s*(.*)$/s.exec(head.trim()) ?? [];
  return checked('@leak-allow', kind, key.trim() === '' ? null : key.trim(), reason, '-- <reason>');
}

function checked(where: string, kind: unknown, key: unknown, reason: unknown, how: string): ReadAllow {
  if (!isKind(kind)) {
    const nearest = typeof kind === 'string' ? nearestOf(kind, KINDS) : null;
    const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
    const named = typeof kind === 'string' && kind !== '' ? `"${kind}" is no kind of leak` : 'the kind is missing';
    return problem(`${where}: ${named}, so it allows nothing.${hint} Kinds: ${KINDS.join(', ')}.`);
  }
  if (typeof reason !== 'string' || reason.trim() === '') {
    return problem(`${where} of ${kind} gives no reason, so it allows nothing. Say why this leak may stay: ${how}.`);
  }
  // One line: it is shown as a part of one.
  return { rule: { kind, key: key as string | null, reason: reason.trim().replaceAll(/\s+/g, ' ') } };
}

function problem(text: string): ReadAllow {
  return { problem: text };
}
