import type { Language } from '#lib/messages/language.ts';
import { en, type StatisticsWords } from './en.ts';
import { mi } from './mi.ts';

export type { StatisticsWords };

/**
 * The messages of the pages of figures. They are not part of the catalogue, which every public page sends to the browser:
 * these pages need no scripts.
 */
export const statisticsMessages: Readonly<Record<Language, StatisticsWords>> = { en, mi };
