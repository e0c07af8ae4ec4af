import { en, type MessageKey } from './en/index.ts';
import type { Language } from './language.ts';
import { mi } from './mi/index.ts';
import { type Catalogue, type Message, type Say, sayFrom } from './say.ts';

/** The messages of each language; `mi` may lack some. */
export const messagesOf: Readonly<Record<Language, Partial<Record<MessageKey, Message>>>> = { en, mi };

/** The messages of a language, with English for any that it lacks. */
export function catalogueOf(language: Language): Catalogue {
  return { ...en, ...messagesOf[language] };
}

/** The `Say` of a language. */
export function sayIn(language: Language): Say {
  return sayFrom(catalogueOf(language));
}
