import { en, type MessageKey } from './en/index.ts';
import type { Language } from './language.ts';
import { mi } from './mi/index.ts';
import { type Catalogue, type Message, type Say, sayFrom } from './say.ts';

/** Every language's own messages; `mi` may lack some. */
export const messagesOf: Readonly<Record<Language, Partial<Record<MessageKey, Message>>>> = { en, mi };

/** The messages of a language, those it lacks in English. */
export function catalogueOf(language: Language): Catalogue {
  return { ...en, ...messagesOf[language] };
}

/** The `Say` of a language. */
export function sayIn(language: Language): Say {
  return sayFrom(catalogueOf(language));
}
