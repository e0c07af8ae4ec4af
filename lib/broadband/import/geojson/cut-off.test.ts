import { expect, test } from 'vitest';
import { collection, feature, file, square } from '#tests/support/files/coverage-files.ts';
import { readFeatures } from '#tests/support/files/read-features.ts';
import { codeAndWords, rejectionOf } from '#tests/support/refusals.ts';

const area = feature({}, square(174, -41));
const byLimit =
  'The file has only some of the data: the server stopped after 1 feature ("exceededTransferLimit"). Download all of it: export the whole layer, or ask for the rest with resultOffset=1 and join the features into one file.';
const byPage =
  'The file has only some of the data: it is one page of 1 feature, with a link to the next. Download all of it: export the whole layer, or fetch every page and join the features into one file.';
const byCount =
  'The file has only some of the data: 1 of the 2,500 features that it says there are. Download all of it: export the whole layer, or ask again with a higher limit (count, limit or maxFeatures).';

test.each<[title: string, members: object, code: string, sentence: string]>([
  ['ArcGIS, at the root', { exceededTransferLimit: true }, 'cut-off-by-limit', byLimit],
  ['ArcGIS, in properties', { properties: { exceededTransferLimit: true } }, 'cut-off-by-limit', byLimit],
  ['ArcGIS, deeper', { metadata: [{ exceededTransferLimit: true }] }, 'cut-off-by-limit', byLimit],
  ['WFS 2', { numberMatched: 2500, numberReturned: 1 }, 'cut-off-by-count', byCount],
  ['GeoServer', { totalFeatures: 2500 }, 'cut-off-by-count', byCount],
  ['STAC', { context: { matched: 2500, returned: 1 } }, 'cut-off-by-count', byCount],
  ['OGC API', { links: [{ rel: 'self' }, { rel: 'next', href: 'https://x/2' }] }, 'cut-off-by-page', byPage],
  ['a plain link', { next: 'https://x/?page=2' }, 'cut-off-by-page', byPage],
  ['OData', { '@odata.nextLink': 'https://x/?skip=1' }, 'cut-off-by-page', byPage],
])(
  'a collection that says it is cut off is refused with the way to the rest: %s',
  async (_, members, code, sentence) => {
    for (const content of [
      { ...collection(area), ...members },
      { ...members, ...collection(area) },
    ])
      expect(codeAndWords((await rejectionOf(readFeatures(file(content)))).reason)).toEqual([code, sentence]);
  },
);

test.each<[title: string, members: object]>([
  ['nothing is left out', { exceededTransferLimit: false }],
  ['nothing is left out, in properties', { properties: { exceededTransferLimit: false } }],
  ['the counts agree', { numberMatched: 1, totalFeatures: 1, numberReturned: 1 }],
  ['a count is unknown', { totalFeatures: 'unknown' }],
  ['the last page', { next: null, links: [{ rel: 'prev', href: 'https://x/1' }] }],
])('a collection that is whole is read: %s', async (_, members) => {
  expect((await readFeatures(file({ ...collection(area), ...members }))).features).toHaveLength(1);
});

test('what the features say themselves is data', async () => {
  const properties = { exceededTransferLimit: true, numberMatched: 9, next: 'https://x', links: [{ rel: 'next' }] };
  expect((await readFeatures(file(collection(feature(properties, square(174, -41)))))).features).toHaveLength(1);
});
