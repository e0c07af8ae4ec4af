import { getExchange } from '#lib/http/exchange.ts';
import { catalogueOf, sayIn } from '#lib/messages/catalogue.ts';
import type { Language } from '#lib/messages/language.ts';
import type { Catalogue, Say } from '#lib/messages/say.ts';

/** The language of the page that is being made, and its words. */
export interface PageWords {
  readonly language: Language;
  readonly catalogue: Catalogue;
  readonly say: Say;
}

/** Told by the address of the page alone; under plain `next start`, where nobody reads it, English. */
export function pageWords(): PageWords {
  const language = getExchange()?.language ?? 'en';
  return { language, catalogue: catalogueOf(language), say: sayIn(language) };
}
