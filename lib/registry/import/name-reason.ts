import type { Reason } from '#lib/refusal.ts';
import type { NameFault } from '#lib/registry/names/name.ts';
import { excerpt } from '#lib/row-files/excerpt.ts';

/** Why the value of a `domain` column is refused. */
export function nameReason(text: string, why: NameFault): Reason {
  return text === '' ? { code: 'value-missing' } : { code: 'not-a-name', text: excerpt(text), why };
}
