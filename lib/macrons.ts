/** A text without its macrons, for comparing: people type Maori for Māori, and the other way round. */
export function withoutMacrons(text: string): string {
  return text.normalize('NFD').replaceAll('\u0304', '').normalize('NFC');
}

/** The vowels that can have a macron, each with what it may be: small, capital, and both with a macron. */
export const vowelForms: Readonly<Record<string, string>> = {
  a: 'aAāĀ',
  e: 'eEēĒ',
  i: 'iIīĪ',
  o: 'oOōŌ',
  u: 'uUūŪ',
};
