import type { DeveloperWords } from '#lib/messages/developers/words.ts';

/** The pages of the documents that guides are made of; read once by the server. */
export type ReadPage = (file: string) => string;

export const apiFile = 'docs/api.md';
export const contractFile = 'docs/contract.md';
export const newsFile = 'docs/developers/changes.md';
export const versionsFile = 'docs/developers/versions.md';
export const privacyFile = 'docs/developers/privacy.md';
export const filesFile = 'docs/developers/files.md';
export const startFile = 'docs/developers/quick-start.md';

/** Sections of pages, by the beginning of their heading. */
type Part = readonly [file: string, ...headings: readonly string[]];

/** The guides that are made of sections, so that no rule is written twice. */
const guides = {
  errors: [[contractFile, 'B2:', 'B9:', 'R3:', 'R4:']],
  limits: [
    [apiFile, 'Limits'],
    [contractFile, 'B6:', 'B11:', 'N16:'],
  ],
  dates: [[contractFile, 'R8:', 'R9:', 'R10:']],
  names: [[contractFile, 'R7:', 'R6:', 'R2:']],
  sandbox: [[apiFile, 'Sandbox names']],
  files: [
    [filesFile, 'In a program'],
    [contractFile, 'N20:', 'N21:'],
  ],
} as const satisfies Record<string, readonly Part[]>;

export type GuideName = keyof typeof guides;

/** The text of a guide. */
export function guideText(name: GuideName, read: ReadPage): string {
  const parts: readonly Part[] = guides[name];
  return parts
    .flatMap(([file, ...headings]) => headings.map((heading) => requireSection(read(file), heading)))
    .join('\n\n');
}

/** Every row of the contract that says that something is assumed. */
export function assumedText(read: ReadPage): string {
  return sectionsOf(read(contractFile))
    .filter(({ level, text }) => level === 3 && /\bassumed\b/i.test(text))
    .map(({ text }) => text)
    .join('\n\n');
}

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

/** The anchor of a heading, as GitHub makes it too. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** The section whose heading begins with these words. @throws Error if the page has none: it has changed */
export function requireSection(page: string, heading: string): string {
  const found = sectionsOf(page).find((section) => section.heading.startsWith(heading));
  if (found === undefined) throw new Error(`No section "${heading}"`);
  return found.text;
}

/** The pages for developers in the order of their navigation, each with the key of its title. */
export const developerPages = [
  { path: '/developers', title: 'start' },
  { path: '/developers/endpoints', title: 'endpoints' },
  { path: '/developers/errors', title: 'errors' },
  { path: '/developers/limits', title: 'limits' },
  { path: '/developers/dates', title: 'dates' },
  { path: '/developers/names', title: 'names' },
  { path: '/developers/sandbox', title: 'sandbox' },
  { path: '/developers/files', title: 'files' },
  { path: '/developers/assumed', title: 'assumed' },
  { path: '/developers/changes', title: 'changes' },
  { path: '/developers/status', title: 'status' },
  { path: '/developers/privacy', title: 'privacy' },
  { path: '/developers/ask', title: 'ask' },
  { path: '/developers/ask-networks', title: 'askNetworks' },
  { path: '/developers/account', title: 'account' },
] as const satisfies readonly { path: string; title: keyof DeveloperWords }[];
