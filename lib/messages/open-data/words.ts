import type { Language } from '#lib/messages/language.ts';
import { en, type OpenDataWords } from './en.ts';
import { mi } from './mi.ts';

export type { OpenDataWords };

/** The messages of the page of open data, which needs no scripts: they are not part of the catalogue of all pages. */
export const openDataMessages: Readonly<Record<Language, OpenDataWords>> = { en, mi };
