import type { MessageKey } from './en.ts';

/** A sentence with `{names}` to fill in; two sentences if it depends on whether `count` is one. */
export type Message = string | { readonly one: string; readonly other: string };

/** The messages of a language by key. */
export type Catalogue = Readonly<Record<MessageKey, Message>>;

/**
 * A catalogue as JSON. React passes a text from the server to the browser as it is, but would visit each message of an
 * object three times.
 */
export type CatalogueText = string;

/** The values for the names in a message. */
export type Values = Readonly<Record<string, string | number>>;

/** Returns a message in the language of the page. */
export type Say = (key: MessageKey, values?: Values) => string;

/**
 * Makes a language's `Say`. English and te reo Māori both distinguish one from other numbers. The forms are written out,
 * since ICU has no plural rules for te reo Māori.
 */
export function sayFrom(catalogue: Catalogue): Say {
  return (key, values = {}) => {
    const message = catalogue[key];
    const text = typeof message === 'string' ? message : values.count === 1 ? message.one : message.other;
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}

/** The `Say` of a catalogue as JSON. */
export function sayFromText(text: CatalogueText): Say {
  return sayFrom(JSON.parse(text) as Catalogue);
}
