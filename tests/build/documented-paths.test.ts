import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codeOf, documentedPages, readPage } from '#tests/support/documented-pages.ts';

const root = join(import.meta.dirname, '../..');

const folders = [
  '.ci',
  'app',
  'bench',
  'cli',
  'components',
  'db',
  'docs',
  'e2e',
  'flows',
  'lib',
  'public',
  'scripts',
].concat(['server', 'tests']);
const isCode = /\.(?:css|mjs|sql|ts|tsx)$/;
const fileNames = new Set(
  globSync([`{${folders.join()}}/**/*.{css,mjs,sql,ts,tsx}`, '*.{mjs,ts}'], { cwd: root }).map((path) =>
    basename(path),
  ),
);
const scripts = Object.keys((JSON.parse(readPage('package.json')) as { scripts: object }).scripts);

/** The words of a page that are set as code, in a line or in a block of their own. */
function codeWords(page: string): string[] {
  return codeOf(page)
    .flatMap((text) => text.split(/\s+/))
    .map((word) => word.replace(/[,;:.)]+$/, ''));
}

/** The files and folders that a page names as code and that do not exist. `<name>` and `*` stand for any name. */
function missingPathsIn(page: string): string[] {
  return codeWords(page).filter((word) => {
    if (folders.some((folder) => word.startsWith(`${folder}/`))) {
      if (existsSync(join(root, word))) return false;
      return globSync(word.replace(/<[^>]+>/g, '*').replace(/[[\]()]/g, '?'), { cwd: root }).length === 0;
    }
    return isCode.test(word) && /^[\w-]+(?:\.[\w-]+)+$/.test(word) && !fileNames.has(word);
  });
}

/** The npm scripts that a page names and that do not exist. */
function missingScriptsIn(page: string): string[] {
  const named = [...page.matchAll(/npm run (?:--\S+ )*([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  const short = [...page.matchAll(/npm (start|test)\b/g)].map(([, name = '']) => name);
  return [...named, ...short].filter((name) => !scripts.includes(name));
}

/** The places of a page that a link can lead to: headings as GitHub names them, and explicit anchors. */
function anchorsOf(page: string): string[] {
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/<[^>]+>|[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...headings, ...[...page.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)];
}

/** The links of a page at `path` that lead nowhere within the repository. */
function brokenLinksIn(page: string, path: string): string[] {
  const links = [...page.matchAll(/\]\(([^)\s]+)\)/g), ...page.matchAll(/\bsrc="([^"]+)"/g)].map(
    ([, link = '']) => link,
  );
  return links.filter((link) => {
    // addresses of this site: `documented-names.test.ts`
    if (/^(?:[a-z]+:|\/)/.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : normalize(join(dirname(path), file));
    if (file !== '' && !existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchorsOf(file === '' ? page : readPage(target)).includes(anchor);
  });
}

describe.each(documentedPages)('%s', (path) => {
  test('names only files, folders and scripts that exist', () => {
    expect([...missingPathsIn(readPage(path)), ...missingScriptsIn(readPage(path))]).toEqual([]);
  });

  test('has no broken link', () => {
    expect(brokenLinksIn(readPage(path), path)).toEqual([]);
  });
});

describe('the finder', () => {
  test('finds paths and scripts that do not exist', () => {
    const page = [
      'See `lib/nowhere.ts`, `db/<subject>/nothing.ts`, `never-was.ts` and `npm run nothing`.',
      '```',
      'node bench/nothing.ts',
      '```',
    ].join('\n');
    expect(missingPathsIn(page)).toEqual([
      'bench/nothing.ts',
      'lib/nowhere.ts',
      'db/<subject>/nothing.ts',
      'never-was.ts',
    ]);
    expect(missingScriptsIn(page)).toEqual(['nothing']);
  });

  test('accepts those that exist, patterns, addresses and data', () => {
    const page =
      '`lib/env.ts` `lib/` `db/<subject>/schema.ts` `db/migrations/*.sql` `app/(public)/page.tsx` `env.ts` `/admin/usage` `names.csv.gz`';
    expect(missingPathsIn(page)).toEqual([]);
    expect(missingScriptsIn('npm run --silent watea -- migrate; npm start; npm test')).toEqual([]);
  });

  test('finds links to files and headings that do not exist', () => {
    const page =
      '# One two\n[a](#one-two) [b](#three) [c](contract.md#r1) [d](contract.md#r0) [e](no.md) [f](https://x.nz)';
    expect(brokenLinksIn(page, 'docs/x.md')).toEqual(['#three', 'contract.md#r0', 'no.md']);
  });
});
