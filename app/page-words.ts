import { getExchange } from '#lib/http/exchange.ts';
import { catalogueOf, sayIn } from '#lib/messages/catalogue.ts';
import type { Language } from '#lib/messages/language.ts';
import type { Catalogue, Say } from '#lib/messages/say.ts';

/** The language of the page being rendered, and its messages. */
export interface PageWords {
  readonly language: Language;
  readonly catalogue: Catalogue;
  readonly say: Say;
}

/** Reads the language from the page's address; English under plain `next start`. */
export function pageWords(): PageWords {
  const language = getExchange()?.language ?? 'en';
  return { language, catalogue: catalogueOf(language), say: sayIn(language) };
}
