import { getExchange } from '#lib/http/exchange.ts';
import { wordsIn } from '#lib/messages/catalogue.ts';
import type { Language } from '#lib/messages/language.ts';
import type { CatalogueText, Say } from '#lib/messages/say.ts';

/** The language of the page being rendered, and its messages. */
export interface PageWords {
  readonly language: Language;
  readonly catalogue: CatalogueText;
  readonly say: Say;
}

/** Reads the language from the page's address; English under plain `next start`. */
export function pageWords(): PageWords {
  const language = getExchange()?.language ?? 'en';
  const { text: catalogue, say } = wordsIn(language);
  return { language, catalogue, say };
}
