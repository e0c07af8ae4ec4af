import { describe, expect, test } from 'vitest';
import { askBy, type Lane, lanes } from '#tests/support/lanes.ts';

/** Asks for names as they stand here, in one request. */
async function entriesOf(lane: Lane, names: readonly string[]): Promise<Record<string, string>[]> {
  const query = names.map((name) => `domains[]=${encodeURIComponent(name)}`).join('&');
  const { status, body } = await askBy(lane, { target: `/1.0/availability?${query}` });
  expect(status).toBe(200);
  return JSON.parse(body);
}

const longest = 'a'.repeat(63);
/** 57 macrons are 63 octets in their encoded form. */
const longestIdn = 'ā'.repeat(57);

/** Well-formed names: as asked, the answer's `domain`, and its `original` where there is one. */
const wellFormed: [asked: string, domain: string, original?: string][] = [
  ['kea.nz', 'kea.nz'],
  ['KEA.Co.NZ', 'kea.co.nz'],
  ['kea.nz.', 'kea.nz'],
  ['0.govt.nz', '0.govt.nz'],
  ['a-b.parliament.nz', 'a-b.parliament.nz'],
  ['ab-c--d.nz', 'ab-c--d.nz'],
  ['nz.nz', 'nz.nz'],
  ['co.co.nz', 'co.co.nz'],
  [`${longest}.parliament.nz`, `${longest}.parliament.nz`],
  ['māori.co.nz', 'xn--mori-qsa.co.nz', 'māori.co.nz'],
  ['MĀORI.co.nz', 'xn--mori-qsa.co.nz', 'māori.co.nz'],
  ['ma\u0304ori.co.nz', 'xn--mori-qsa.co.nz', 'māori.co.nz'],
  ['MA\u0304ORI.CO.NZ.', 'xn--mori-qsa.co.nz', 'māori.co.nz'],
  ['xn--mori-qsa.co.nz', 'xn--mori-qsa.co.nz', 'māori.co.nz'],
  ['XN--MORI-QSA.CO.NZ', 'xn--mori-qsa.co.nz', 'māori.co.nz'],
  ['āēīōū.nz', 'xn--yda0b4dqg4f.nz', 'āēīōū.nz'],
  [`${longestIdn}.nz`, `xn--yda${'a'.repeat(56)}.nz`, `${longestIdn}.nz`],
  ['kiwi.māori.nz', 'kiwi.maori.nz'],
  ['kiwi.xn--mori-qsa.nz', 'kiwi.maori.nz'],
  ['KIWI.MA\u0304ORI.NZ.', 'kiwi.maori.nz'],
  ['tītī.māori.nz', 'xn--tt-yoab.maori.nz', 'tītī.maori.nz'],
  ['māori.maori.nz', 'xn--mori-qsa.maori.nz', 'māori.maori.nz'],
];

/** Names that cannot be .nz domains: as asked, and the entry's `domain` and `original` where they are not ASCII. */
const malformed: [asked: string, domain?: string][] = [
  [''],
  ['.'],
  ['kea'],
  ['kea.com'],
  ['kea.co.uk'],
  ['kea.nz.com'],
  ['nz'],
  ['NZ.'],
  ['co.nz'],
  ['parliament.nz'],
  ['maori.nz'],
  ['xn--mori-qsa.nz'],
  ['māori.nz', 'xn--mori-qsa.nz'],
  ['MĀORI.NZ', 'xn--MORI-lsa.NZ'],
  ['www.kea.nz'],
  ['www.kea.co.nz'],
  ['www.pōneke.nz', 'www.xn--pneke-g9a.nz'],
  ['kea.com.nz'],
  ['.nz'],
  ['kea..nz'],
  ['.kea.nz'],
  ['kea.nz..'],
  ['-kea.nz'],
  ['kea-.nz'],
  ['ab--c.nz'],
  ['xn--kea-.nz'],
  ['xn--mori-lsa.nz'],
  ['xn--strae-oqa.nz'],
  ['xn--.nz'],
  ['xn--99999999.nz'],
  ['ke_a.nz'],
  ['*.nz'],
  [' kea.nz'],
  ['kea.nz\n'],
  ['ke a.nz'],
  ['kea\t.nz'],
  ['kea.nz/'],
  ['http://kea.nz'],
  ['"kea".nz'],
  ['ke\\a.nz'],
  ['%61.nz'],
  ['<script>.nz'],
  [`${longest}a.nz`],
  [`${'a.'.repeat(126)}nz`],
  ['a'.repeat(5000)],
  ['café.nz', 'xn--caf-dma.nz'],
  ['mäori.nz', 'xn--mori-loa.nz'],
  ['straße.nz', 'xn--strae-oqa.nz'],
  ['ȳ.nz', 'xn--pma.nz'],
  ['kea。nz', 'xn--keanz-9t3d'],
  ['ｋea.nz', 'xn--ea-5z3n.nz'],
  ['K\u212aea.nz', 'xn--Kea-yk1a.nz'],
  ['ſchool.co.nz', 'xn--chool-zib.co.nz'],
  ['keа.nz', 'xn--ke-8kc.nz'],
  ['ke\u200da.nz', 'xn--kea-fn0a.nz'],
  ['\ufeffkea.nz', 'xn--kea-3z6s.nz'],
  ['💩.nz', 'xn--ls8h.nz'],
  [`${longestIdn}ā.nz`, `xn--yda${'a'.repeat(57)}.nz`],
];

const invalid = { code: '500', status: 'Invalid characters in query string' };
const invalidEntry = ([asked, domain]: (typeof malformed)[number]) =>
  domain === undefined ? { ...invalid, domain: asked } : { ...invalid, domain, original: asked };

describe.each(lanes)('names asked of /1.0/availability by the %s', (lane) => {
  test('R7: a well-formed name is answered in one spelling, whatever way it was asked', async () => {
    const entries = await entriesOf(
      lane,
      wellFormed.map(([asked]) => asked),
    );
    const answered = entries.map(({ domain, original }) => [domain, original]);
    expect(answered).toEqual(wellFormed.map(([, domain, original]) => [domain, original]));
    expect(entries.map(({ code }) => code)).not.toContain('500');
  });

  test('R7: asked in any spelling, the status is that of the stored name', async () => {
    const entries = await entriesOf(lane, [
      'MĀORI.co.nz',
      'xn--mori-qsa.co.nz',
      'kiwi.māori.nz',
      'pending-mācron.nz',
      'ACTIVE.NZ.',
    ]);
    expect(entries).toEqual([
      { code: '200', status: 'Active', domain: 'xn--mori-qsa.co.nz', original: 'māori.co.nz' },
      { code: '200', status: 'Active', domain: 'xn--mori-qsa.co.nz', original: 'māori.co.nz' },
      { code: '200', status: 'Active', domain: 'kiwi.maori.nz' },
      { code: '210', status: 'PendingRelease', domain: 'xn--pending-mcron-4qb.nz', original: 'pending-mācron.nz' },
      { code: '200', status: 'Active', domain: 'active.nz' },
    ]);
  });

  test.each(malformed)('R3: %j gets its own entry, as asked', async (...row) => {
    expect(await entriesOf(lane, [row[0]])).toEqual([invalidEntry(row)]);
  });

  test('R3: good and bad names keep one entry each, in the order asked', async () => {
    const good = malformed.map((_row, place) => wellFormed[place % wellFormed.length]?.[0] ?? '');
    const alone = await entriesOf(lane, good);
    const mixed = malformed.flatMap(([asked], place) => [asked, good[place] ?? '']);
    expect(await entriesOf(lane, mixed)).toEqual(malformed.flatMap((row, place) => [invalidEntry(row), alone[place]]));
  });

  test.each([
    ['kea.nz', undefined],
    ['-kea', undefined],
    ['ke a', undefined],
    ['nz.', undefined],
    ['café', 'xn--caf-dma'],
    ['a'.repeat(64), undefined],
    ['ß'.repeat(255), `xn--${'zca'}${'a'.repeat(254)}`],
  ])('R3: the string %j gives 16 entries that say it is not a name', async (string, encoded) => {
    const { status, body } = await askBy(lane, { target: `/1.0/availability?string=${encodeURIComponent(string)}` });
    expect(status).toBe(200);
    const entries = JSON.parse(body);
    expect(entries).toHaveLength(16);
    expect(entries[0]).toEqual(invalidEntry([`${string}.nz`, encoded && `${encoded}.nz`]));
    expect(entries[15]).toEqual(invalidEntry([`${string}.parliament.nz`, encoded && `${encoded}.parliament.nz`]));
  });
});
