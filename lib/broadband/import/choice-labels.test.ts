import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inBrowserWords } from './choice-labels.ts';

test.each([
  ['say with --crs which it is.', 'say with “Coordinates” which it is.'],
  [
    'choose --replace to replace it, or --add to keep both',
    'choose “Replace it” to replace it, or “Add to it” to keep both',
  ],
  ['url is missing: add the column, or give --url', 'url is missing: add the column, or give “Address on the web”'],
  ['Say which it is, as in --map wkt=COLUMN.', 'Say which it is, as in “Area as WKT”.'],
  [
    'give --map radius_m="RANGE" or --map radius_km="RANGE".',
    'give “Radius in metres” "RANGE" or “Radius in kilometres” "RANGE".',
  ],
  [
    "They seem to mean: --map technology=TECH --value technology:FTTH=Fibre --map 'bandwidth_max_mbps=PLAN[first]'.",
    'They seem to mean: “Technology” TECH “Technology” FTTH means Fibre “Highest download speed” PLAN[first].',
  ],
  [
    'give --min-down, --min-up, or --map FIELD=COLUMN.',
    'give “Lowest download speed”, “Lowest upload speed”, or a column.',
  ],
  ['a name -- with two hyphens', 'a name -- with two hyphens'],
])('%s', (sentence, said) => {
  expect(inBrowserWords(sentence)).toBe(said);
});

test('every option that a refusal of the rules names is called otherwise in the browser', () => {
  const folder = `${import.meta.dirname}/../../..`;
  const files = globSync(
    ['lib/broadband/import/**/*.ts', 'db/{broadband,geopackage}/*.ts', 'flows/broadband/**/*.ts'],
    { cwd: folder },
  );
  const sources = files.filter((file) => !file.endsWith('.test.ts') && !file.endsWith('choice-labels.ts'));
  const named = sources.flatMap((file) => readFileSync(`${folder}/${file}`, 'utf8').match(/--[a-z][a-z-]*/g) ?? []);
  // what takes something behind it is told with it
  const alone = [...new Set(named)].filter((option) => option !== '--map' && option !== '--value');
  expect(alone.length).toBeGreaterThan(10);
  expect(alone.filter((option) => inBrowserWords(option) === option)).toEqual([]);
});
