/** A rendered page, cut at the texts that differ from answer to answer; every second part is such a text. */
export type PageTemplate = readonly string[];

/** Cuts a page at every occurrence of some texts. Where several begin, the first of the list counts. */
export function cutAt(page: string, texts: readonly string[]): PageTemplate {
  return page.split(new RegExp(`(${texts.map((text) => RegExp.escape(text)).join('|')})`));
}

/** The page with other texts in place of those at which it was cut; a text without another stays. */
export function fillIn(template: PageTemplate, inPlace: Readonly<Record<string, string>>): string {
  return template.map((part, at) => (at % 2 === 0 ? part : (inPlace[part] ?? part))).join('');
}

/** What is the same in all answers. */
export function constantText(template: PageTemplate): string {
  return template.filter((_part, at) => at % 2 === 0).join('');
}
