import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const ownPath = 'tests/build/contract-rows.test.ts';

const folders = 'app,bench,cli,components,db,docs,e2e,flows,lib,scripts,server,tests';
const files = globSync([`{${folders}}/**/*.{ts,tsx,sql,css,md}`, '*.{ts,mjs,md}'], { cwd: root }).filter(
  (path) => path !== ownPath,
);

/** The contract's rows that a text names, such as R9, or all of R1–R7; not parts of words, numbers, escapes or file names. */
function rowsNamedIn(text: string): string[] {
  const found: string[] = [];
  for (const [, letter, first, last] of text.matchAll(
    /(?<![\w%#.-])([BNR])([1-9]\d?)(?:(?:–|…)\1([1-9]\d?))?(?![-.\w]?\w)/g,
  )) {
    for (let row = Number(first); row <= Number(last ?? first); row++) found.push(`${letter}${row}`);
  }
  return found;
}

/** The rows that the page of the contract defines, each with its anchor. */
function rowsDefinedIn(page: string): string[] {
  const headings = [...page.matchAll(/^### <a id="([a-z]\d+)"><\/a>([A-Z]\d+): /gm)];
  return headings.map(([, anchor, row = '']) => (anchor === row.toLowerCase() ? row : `${row} at #${anchor}`));
}

const repeated = (rows: readonly string[]) => rows.filter((row, place) => rows.indexOf(row) < place);

const defined = rowsDefinedIn(readFileSync(join(root, 'docs/contract.md'), 'utf8'));

describe('docs/contract.md', () => {
  test('defines each row once, with its own anchor', () => {
    expect(repeated(defined)).toEqual([]);
    expect(defined.filter((row) => !/^[BNR]\d+$/.test(row))).toEqual([]);
  });

  test('defines every row that the repository names', () => {
    const undefinedRows = files.flatMap((path) =>
      rowsNamedIn(readFileSync(join(root, path), 'utf8'))
        .filter((row) => !defined.includes(row))
        .map((row) => `${path}: ${row}`),
    );
    expect(undefinedRows).toEqual([]);
  });

  test('is where its links within the page lead', () => {
    const links = [...readFileSync(join(root, 'docs/contract.md'), 'utf8').matchAll(/\]\(#([^)]+)\)/g)];
    expect(links.map(([, anchor = '']) => anchor.toUpperCase()).filter((row) => !defined.includes(row))).toEqual([]);
  });
});

describe('the finder', () => {
  test('finds rows in comments, test names, lists and ranges', () => {
    expect(rowsNamedIn("/** Refused (R99). */ test('N1, N98: x'); // R1–R3, B6's 100 ms.")).toEqual([
      'R99',
      'N1',
      'N98',
      'R1',
      'R2',
      'R3',
      'B6',
    ]);
  });

  test('skips escapes, words, numbers and paths', () => {
    expect(rowsNamedIn('%B0 R2D2 #B1B1B1 B0 N-1 xR4 R4.ts 1.R4 B100')).toEqual([]);
  });

  test('reads definitions, their repetitions and wrong anchors', () => {
    const page = '### <a id="r1"></a>R1: one\n### <a id="r1"></a>R1: again\n### <a id="r2"></a>R3: other\nR4: no row\n';
    expect(rowsDefinedIn(page)).toEqual(['R1', 'R1', 'R3 at #r2']);
    expect(repeated(['R1', 'R1', 'R3'])).toEqual(['R1']);
  });

  test('reads enough of the repository', () => {
    expect(files.flatMap((path) => rowsNamedIn(readFileSync(join(root, path), 'utf8'))).length).toBeGreaterThan(500);
  });
});
