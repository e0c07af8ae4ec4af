/** A section of a Markdown page: its heading, the anchors of that, and everything up to the next heading of its level. */
export interface MarkdownSection {
  readonly level: number;
  /** Without anchors. */
  readonly heading: string;
  readonly text: string;
}

/** The sections of a page in order. A section contains the smaller ones below it, which are listed too. */
export function sectionsOf(page: string): MarkdownSection[] {
  const lines = page.split('\n');
  const headings: { readonly at: number; readonly level: number; readonly heading: string }[] = [];
  let isCode = false;
  lines.forEach((line, at) => {
    if (line.startsWith('```')) isCode = !isCode;
    const [, marks, title] = (isCode ? null : /^(#{1,6}) (.+)$/.exec(line)) ?? [];
    if (marks !== undefined && title !== undefined)
      headings.push({ at, level: marks.length, heading: title.replace(/<[^>]+>/g, '').trim() });
  });
  return headings.map(({ at, level, heading }, index) => {
    const next = headings.slice(index + 1).find((other) => other.level <= level);
    return { level, heading, text: lines.slice(at, next?.at).join('\n').trim() };
  });
}

/** The section whose heading begins with these words. @throws Error if the page has none: it has changed */
export function requireSection(page: string, heading: string): string {
  const found = sectionsOf(page).find((section) => section.heading.startsWith(heading));
  if (found === undefined) throw new Error(`No section "${heading}"`);
  return found.text;
}
