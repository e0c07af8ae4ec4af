/** A rendered page, cut at the texts that differ from answer to answer: bytes as they are sent, and such texts in between. */
export type PageTemplate = readonly (Uint8Array | string)[];

/** Cuts a page at every occurrence of some texts. Where several begin, the first of the list counts. */
export function cutAt(page: string, texts: readonly string[]): PageTemplate {
  const parts = page.split(new RegExp(`(${texts.map((text) => RegExp.escape(text)).join('|')})`));
  return parts.map((part, at) => (at % 2 === 0 ? Buffer.from(part) : part));
}

/** The page with other texts in place of those at which it was cut; a text without another stays. */
export function fillIn(template: PageTemplate, inPlace: Readonly<Record<string, string>>): Buffer {
  return Buffer.concat(template.map((part) => (typeof part === 'string' ? Buffer.from(inPlace[part] ?? part) : part)));
}

/** What is the same in all answers. */
export function constantText(template: PageTemplate): string {
  return String(Buffer.concat(template.filter((part) => typeof part !== 'string')));
}

/** The bytes that a template keeps in memory. */
export function sizeOf(template: PageTemplate): number {
  return template.reduce((sum, part) => sum + part.length, 0);
}
