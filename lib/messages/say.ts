import type { MessageKey } from './en/index.ts';

/** A sentence with `{names}` to be filled in; two where the number `count` decides between one and any other. */
export type Message = string | { readonly one: string; readonly other: string };

/** All messages of a language by their keys; a key without one is said in English. */
export type Catalogue = Readonly<Record<MessageKey, Message>>;

/** What a message's names stand for. */
export type Values = Readonly<Record<string, string | number>>;

/** Says a message in the language of the page. */
export type Say = (key: MessageKey, values?: Values) => string;

/**
 * Makes a language's `Say`. English and te reo Māori both part one from any other number; the forms of both are written
 * out, since ICU knows no plural of te reo Māori.
 */
export function sayFrom(catalogue: Catalogue): Say {
  return (key, values = {}) => {
    const message = catalogue[key];
    const text = typeof message === 'string' ? message : values.count === 1 ? message.one : message.other;
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
