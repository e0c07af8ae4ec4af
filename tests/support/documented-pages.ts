import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The pages of documents, by their paths in the repository. */
export const documentedPages: readonly string[] = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('docs/**/*.md', { cwd: root }),
];

/** The text of a file of the repository. */
export const readPage = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The pieces of a page that are set as code: blocks, and words within lines. */
export function codeOf(page: string): string[] {
  const blocks = [...page.matchAll(/^ *```\w*\n([\s\S]*?)^ *```$/gm)].map(([, text = '']) => text);
  const inline = [...page.replace(/^ *```[\s\S]*?^ *```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
  return [...blocks, ...inline];
}
