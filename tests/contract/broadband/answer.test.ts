import { describe, expect, test } from 'vitest';
import { broadbandHeaders, contractHeaders, keyLimitHeaders } from '#tests/support/contract.ts';
import { keys } from '#tests/support/fixture.ts';
import { askBy, type Lane, lanes } from '#tests/support/lanes.ts';

const ask = (lane: Lane, y: string, x: string) =>
  askBy(lane, { target: `/api/1.0/availability/yx/${y}/${x}?api_key=${keys.plain}` });

const setIds = { Fibre: 1, Cable: 2, VDSL: 3, Wireless: 4, ADSL: 5 } as const;
type Technology = keyof typeof setIds;
type Speeds = readonly [leastDown: number, mostDown: number, leastUp: number, mostUp: number];

const none = (technology: Technology) => ({
  technology,
  availability: 'Not Available',
  set_id: setIds[technology],
});
const some = (technology: Technology, availability: string, providers: unknown[], completion?: string) => ({
  technology,
  availability,
  ...(completion === undefined ? {} : { completion }),
  set_id: setIds[technology],
  providers,
});
const provider = (name: string, wholesale: string, url: string, speeds: Speeds, timingId = 0) => ({
  name,
  wholesale_network: wholesale,
  url,
  bandwidth_min_mbps: speeds[0],
  bandwidth_max_mbps: speeds[1],
  bandwidth_up_min_mbps: speeds[2],
  bandwidth_up_max_mbps: speeds[3],
  timing_id: timingId,
});

const north = provider('North Fibre', 'Yes', 'https://north.example/', [100, 950, 20, 500], 4);
const east = provider('East Fibre', 'Both', 'https://east.example/', [50, 900, 10, 100]);
const west = (speeds: Speeds) => provider('West "Quote" Fibre \\ Ōtaki', 'No', 'https://west.example/?a=1&b=2', speeds);
const copper = (speeds: Speeds) => provider('Copper Lines', 'Both', 'https://copper.example/', speeds);
const ring = provider('Ring Cable', 'No', 'https://ring.example/', [30, 300, 3, 30], -7);
const air = provider('Air', 'No', 'https://air.example/', [5, 1200, 1, 10]);

const nothing = [none('Fibre'), none('Cable'), none('VDSL'), none('Wireless'), none('ADSL')];

/** Points and the results they get, in order. */
const answers: [title: string, y: string, x: string, results: unknown[]][] = [
  ['N4, N5: nothing there: every technology, by its nominal maximum', '-42', '172', nothing],
  [
    'N4, N5, N7: one offer each, in every availability; by speed, the absent ones by their nominal maximum',
    '-40.95',
    '174.05',
    [
      some('Wireless', 'Planned', [air]),
      some('Fibre', 'Available', [north]),
      none('Cable'),
      some('VDSL', 'Underway', [copper([15, 70, 5.5, 20])], 'soon'),
      none('ADSL'),
    ],
  ],
  [
    'N6: Underway wins over Planned; each provider once, by speed, then name; Not Available has no providers',
    '-40.95',
    '175.05',
    [
      some('Fibre', 'Underway', [east, west([50, 900, 10, 100])], 'late 2026'),
      none('Cable'),
      none('VDSL'),
      none('Wireless'),
      none('ADSL'),
    ],
  ],
  [
    'N5, N6: a tie of speeds goes by the nominal order; Available shows no completion',
    '-40.95',
    '176.05',
    [
      none('Fibre'),
      none('Cable'),
      some('VDSL', 'Available', [copper([0, 800, 0, 10])]),
      none('Wireless'),
      none('ADSL'),
    ],
  ],
  [
    'N6: the completion is that of the first listed offer that has one',
    '-40.95',
    '176.55',
    [
      some('Fibre', 'Planned', [east, west([50, 500, 10, 100])], 'June 2028'),
      none('Cable'),
      none('VDSL'),
      none('Wireless'),
      none('ADSL'),
    ],
  ],
  [
    'N5, N7, N8: overlapping parts count once; a speed below the nominal maximum moves a technology back',
    '-40.95',
    '174.575',
    [none('Fibre'), some('Cable', 'Available', [ring]), none('VDSL'), none('Wireless'), none('ADSL')],
  ],
];

/** Every edge and corner of the fixture's square A, one unit beside each, and the ring E with its hole. */
const edges: [where: string, y: string, x: string, isInside: boolean][] = [
  ['the south-west corner of A', '-41', '174', true],
  ['the south-east corner of A', '-41', '174.1', true],
  ['the north-east corner of A', '-40.9', '174.1', true],
  ['the north-west corner of A', '-40.9', '174', true],
  ['the southern edge of A', '-41', '174.0333333', true],
  ['the eastern edge of A', '-40.9666667', '174.1', true],
  ['the northern edge of A', '-40.9', '174.0000001', true],
  ['the western edge of A', '-40.9000001', '174', true],
  ['one unit inside the south-west corner of A', '-40.9999999', '174.0000001', true],
  ['one unit south of A', '-41.0000001', '174.05', false],
  ['one unit south of a corner of A', '-41.0000001', '174', false],
  ['one unit east of A', '-40.95', '174.1000001', false],
  ['one unit north of A', '-40.8999999', '174.05', false],
  ['one unit west of A', '-40.95', '173.9999999', false],
  ['one unit west of a corner of A', '-41', '173.9999999', false],
  ['one unit beyond the north-east corner of A', '-40.8999999', '174.1000001', false],
  ['inside E', '-40.99', '177.01', true],
  ['a corner of E', '-41', '177', true],
  ['a corner of the hole of E', '-40.98', '177.02', true],
  ['the opposite corner of the hole of E', '-40.92', '177.08', true],
  ['the southern edge of the hole of E', '-40.98', '177.05', true],
  ['the eastern edge of the hole of E', '-40.95', '177.08', true],
  ['one unit into the hole of E from the south', '-40.9799999', '177.05', false],
  ['one unit into the hole of E from the east', '-40.95', '177.0799999', false],
  ['one unit beside a corner of the hole of E, inside the hole', '-40.9799999', '177.0200001', false],
  ['one unit beside a corner of the hole of E, outside the hole', '-40.9800001', '177.0199999', true],
  ['the middle of the hole of E', '-40.95', '177.05', false],
  ['one unit beyond E', '-40.95', '177.1000001', false],
  ['only the first part of F', '-40.95', '174.5', true],
  ['the edge of the second part, within the first part of F', '-40.95', '174.55', true],
  ['the edge of the first part, within the second part of F', '-40.95', '174.6', true],
  ['where the outlines of F cross', '-41', '174.55', true],
  ['only the second part of F', '-40.95', '174.65', true],
  ['one unit beyond the second part of F', '-40.95', '174.6500001', false],
];

describe.each(lanes)('GET /api/1.0/availability/yx/<y>/<x> by the %s', (lane) => {
  test.each(answers)('%s', async (_title, y, x, results) => {
    const answered = await ask(lane, y, x);
    expect(answered.status).toBe(200);
    expect(answered.body).toBe(JSON.stringify({ location: [x, y], results }));
    expect(contractHeaders(answered)).toEqual({
      ...broadbandHeaders,
      ...keyLimitHeaders(100_000, 1_000_000),
      'cache-control': 'private, no-store',
    });
  });

  test.each(edges)('N8: %s: %s, %s is inside: %s', async (_where, y, x, isInside) => {
    const { body } = await ask(lane, y, x);
    const { results } = JSON.parse(body);
    expect(results.some((result: { providers?: unknown[] }) => result.providers !== undefined)).toBe(isInside);
  });

  test.each([
    ['-42', '172'],
    ['-42.0', '172.0000000'],
    ['-042.10', '0172.5'],
    ['-40.9500000', '174.0500000'],
  ])('N3: location gives the texts of %s, %s back, longitude first', async (y, x) => {
    const { body } = await ask(lane, y, x);
    expect(body.startsWith(`{"location":["${x}","${y}"],"results":[`)).toBe(true);
    expect(JSON.parse(body).location).toEqual([x, y]);
  });

  test('N4: every answer has one result for every technology', async () => {
    for (const [, y, x] of answers) {
      const { results } = JSON.parse((await ask(lane, y, x)).body);
      const technologies = results.map(({ technology }: { technology: string }) => technology);
      expect(technologies.toSorted()).toEqual(Object.keys(setIds).toSorted());
    }
  });

  test('N9: HEAD answers as GET, without the body', async () => {
    const target = `/api/1.0/availability/yx/-40.95/174.05?api_key=${keys.plain}`;
    const answered = await askBy(lane, { target, method: 'HEAD' });
    expect(answered.status).toBe(200);
    expect(answered.body).toBe('');
    expect(contractHeaders(answered)).toEqual({
      ...broadbandHeaders,
      ...keyLimitHeaders(100_000, 1_000_000),
      'cache-control': 'private, no-store',
    });
  });

  test('N7: numbers are JSON numbers, written without needless decimals', async () => {
    const { body } = await ask(lane, '-40.95', '174.05');
    expect(body).toContain('"bandwidth_up_min_mbps":5.5,"bandwidth_up_max_mbps":20,"timing_id":0}');
    expect(body).toContain('"set_id":3,');
  });
});
