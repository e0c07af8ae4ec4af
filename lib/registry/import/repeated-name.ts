import type { Reason } from '#lib/refusal.ts';
import { foldName } from '#lib/registry/names/label.ts';
import type { NameFault } from '#lib/registry/names/name.ts';
import { excerpt } from '#lib/row-files/excerpt.ts';

/** A row of a file: its line, and its name as it is written there. */
export interface WrittenName {
  readonly line: number;
  readonly text: string;
}

const mirrors = /\.(?:māori|xn--mori-qsa)\.nz\.?$/;

/** Why a name cannot be a second time in a file, in the spellings of the file. @param name in ASCII form */
export function repeatedName(name: string, here: WrittenName, first: WrittenName): Reason {
  const isMirror = mirrors.test(foldName(here.text)) !== mirrors.test(foldName(first.text));
  return {
    code: 'name-repeated',
    name,
    line: first.line,
    ...(here.text === first.text && here.text === name
      ? {}
      : { written: excerpt(here.text), first: excerpt(first.text) }),
    ...(isMirror ? { isMirror } : {}),
  };
}

/** Why the value of a `domain` column is refused. */
export function nameReason(text: string, why: NameFault): Reason {
  return text === '' ? { code: 'value-missing' } : { code: 'not-a-name', text: excerpt(text), why };
}
