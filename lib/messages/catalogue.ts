import { en, type MessageKey } from './en.ts';
import type { Language } from './language.ts';
import { mi } from './mi.ts';
import { type Catalogue, type CatalogueText, type Message, type Say, sayFrom } from './say.ts';

/** The messages of each language; `mi` may lack some. */
export const messagesOf: Readonly<Record<Language, Partial<Record<MessageKey, Message>>>> = { en, mi };

/** The messages of a language, with English for any that it lacks. */
export function catalogueOf(language: Language): Catalogue {
  return { ...en, ...messagesOf[language] };
}

const made = new Map<Language, { readonly text: CatalogueText; readonly say: Say }>();

/** The catalogue of a language as JSON, and its `Say`; made once. */
export function wordsIn(language: Language): { readonly text: CatalogueText; readonly say: Say } {
  let words = made.get(language);
  if (words === undefined) {
    const catalogue = catalogueOf(language);
    words = { text: JSON.stringify(catalogue), say: sayFrom(catalogue) };
    made.set(language, words);
  }
  return words;
}

/** The `Say` of a language. */
export function sayIn(language: Language): Say {
  return wordsIn(language).say;
}
