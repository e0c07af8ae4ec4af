import type { Language } from '#lib/messages/language.ts';
import { type DeveloperWords, en } from './en.ts';
import { mi } from './mi.ts';

export type { DeveloperWords };

/**
 * The messages of the pages for developers. They are not part of the catalogue, which every public page sends to the
 * browser.
 */
export const developerWords: Readonly<Record<Language, DeveloperWords>> = { en, mi };

/** Fills in the `{names}` of a message. */
export function fill(message: string, values: Readonly<Record<string, string | number>>): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
