import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processWide } from '#lib/process-wide.ts';

/** Reads a document of this release, such as `docs/api.md`; once in a process. */
export function readDocument(file: string): string {
  return processWide(`document ${file}`, () => readFileSync(join(process.cwd(), file), 'utf8'));
}

/** The pages for developers that show a document, or a section of it. */
const shownAt: readonly (readonly [document: RegExp, page: string])[] = [
  [/^(?:docs\/)?api\.md#sandbox-names$/, '/developers/sandbox'],
  [/^(?:docs\/)?api\.md#limits$/, '/developers/limits'],
  [/^(?:docs\/)?api\.md(?:#.*)?$/, '/developers/endpoints'],
  [/^docs\/developers\/quick-start\.md$/, '/developers'],
  [/^(?:docs\/)?contract\.md(?=#|$)/, '/developers/contract'],
];

/** Where a link of a document leads on this site; undefined if what it leads to is not served. */
export function linkOnSite(href: string): string | undefined {
  if (/^(?:https?:|\/|#[^brn])/.test(href)) return href;
  // a row of the contract, on a page that may show only some
  if (href.startsWith('#')) return `/developers/contract${href}`;
  const found = shownAt.find(([document]) => document.test(href));
  if (found === undefined) return undefined;
  const [document, page] = found;
  return document.source.endsWith('(?=#|$)') ? href.replace(document, page) : page;
}
