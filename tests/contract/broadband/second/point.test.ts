import { describe, expect, test } from 'vitest';
import { type Point, SERVICE_BOX } from '#lib/broadband/point.ts';
import { broadbandHeaders, contractHeaders, errorText, keyLimitHeaders, keyRefused } from '#tests/support/contract.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { callers, keys } from '#tests/support/fixture.ts';
import { askBy, type Lane, lanes } from '#tests/support/lanes.ts';
import { tries } from '#tests/support/long.ts';
import { asSecond, textsOf } from './second-version.ts';

const second = '/api/2.0/availability';
const first = '/api/1.0/availability/yx';
const withKey = { 'x-api-key': keys.plain };

const ask = (lane: Lane, y: string, x: string) => askBy(lane, { target: `${second}/${y}/${x}`, headers: withKey });
const askFirst = (lane: Lane, y: string, x: string) => askBy(lane, { target: `${first}/${y}/${x}`, headers: withKey });

const points: [y: string, x: string][] = [
  ['-42', '172'],
  ['-40.95', '174.05'],
  ['-40.95', '175.0500000'],
  ['-40.95', '176.05'],
  ['-40.95', '176.55'],
  ['-040.950', '174.575'],
  ['-34.2', '166.2'],
  ['-47.5', '178.6'],
];

describe.each(lanes)('GET /api/2.0/availability/<lat>/<lng> by the %s', (lane) => {
  test.each(points)('N13: %s, %s has the answer of 1.0 in the words of 2.0', async (y, x) => {
    const answered = await ask(lane, y, x);
    expect(answered.status).toBe(200);
    expect(answered.body).toBe(asSecond((await askFirst(lane, y, x)).body));
    expect(contractHeaders(answered)).toEqual({
      ...broadbandHeaders,
      ...keyLimitHeaders(100_000, 1_000_000),
      'cache-control': 'private, no-store',
    });
  });

  test('N13: the complete text of an answer', async () => {
    const { body } = await ask(lane, '-40.95', '175.05');
    expect(body).toBe(
      '{"location":["175.05","-40.95"],"results":[' +
        '{"technology":"fibre","availability":"planned","planned_date":"late 2026","set_id":1,"providers":[' +
        '{"name":"East Fibre","wholesale_network":"Both","url":"https://east.example/","bandwidth_min_mbps":50,' +
        '"bandwidth_max_mbps":900,"bandwidth_up_min_mbps":10,"bandwidth_up_max_mbps":100,"timing_id":0},' +
        '{"name":"West \\"Quote\\" Fibre \\\\ Ōtaki","wholesale_network":"No","url":"https://west.example/?a=1&b=2",' +
        '"bandwidth_min_mbps":50,"bandwidth_max_mbps":900,"bandwidth_up_min_mbps":10,"bandwidth_up_max_mbps":100,' +
        '"timing_id":0}]},' +
        '{"technology":"cable","availability":"unavailable","set_id":2},' +
        '{"technology":"vdsl","availability":"unavailable","set_id":3},' +
        '{"technology":"wireless","availability":"unavailable","set_id":4},' +
        '{"technology":"adsl","availability":"unavailable","set_id":5}],' +
        '"coverage":{"version":1,"published":"2026-11-20T11:59:59+13:00","as_of":{}}}',
    );
  });

  test('N13: the key may be in the query, which wins over the header', async () => {
    const target = `${second}/-42/172`;
    expect((await askBy(lane, { target: `${target}?api_key=${keys.plain}` })).status).toBe(200);
    expectError(await askBy(lane, { target: `${target}?api_key=x`, headers: withKey }), 401);
    expectError(
      await askBy(lane, { target: `${target}?api_key=${keys.plain}&api_key=${keys.plain}` }),
      400,
      'The parameter "api_key" is given more than once.',
    );
  });

  test.each([keys.revoked, keys.expired, keys.withOrigins, 'x'.repeat(40), undefined])(
    'N1, N13: the key %s is 401 as in 1.0',
    async (key) => {
      const headers: Record<string, string> = key === undefined ? {} : { 'x-api-key': key };
      const answered = await askBy(lane, { target: `${second}/-42/172`, headers, from: callers.stranger });
      expect(answered.body).toBe(errorText(401, keyRefused));
      expect(contractHeaders(answered)).toEqual({ ...broadbandHeaders, 'www-authenticate': 'ApiKey' });
    },
  );

  test.each([
    ['1e3', '174'],
    ['-41.12345678', '174'],
    ['+41', '174'],
    ['-41', '.5'],
    ['-34.1999999', '174'],
    ['-41', '178.6000001'],
    ['-41%2F', '174'],
    ['address', 'x'],
  ])('N1, N2: %s, %s is refused in the words of 1.0', async (y, x) => {
    if (y === 'address') {
      expectError(await ask(lane, y, x), 404);
      return;
    }
    const answered = await ask(lane, y, x);
    expectError(answered, 400, JSON.parse((await askFirst(lane, y, x)).body).error);
  });

  test('B3: HEAD answers like GET, and other methods are 405', async () => {
    const target = `${second}/-40.95/174.05`;
    const head = await askBy(lane, { target, method: 'HEAD', headers: withKey });
    expect(head.status).toBe(200);
    expect(head.body).toBe('');
    expect(contractHeaders(head)).toEqual({
      ...broadbandHeaders,
      ...keyLimitHeaders(100_000, 1_000_000),
      'cache-control': 'private, no-store',
    });
    expectError(await askBy(lane, { target, method: 'POST', headers: withKey }), 405);
    expect((await askBy(lane, { target, method: 'OPTIONS' })).status).toBe(204);
    expectError(await askBy(lane, { target: `${target}/`, headers: withKey }), 404);
  });

  test("N11: the map's own key is for version 1.0 only", async () => {
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'x-api-key': await siteKey() };
    expect((await askBy('server', { target: `${first}/-42/172`, headers })).status).toBe(200);
    expectError(await askBy('server', { target: `${second}/-42/172`, headers }), 401);
  });
});

test('N13: in bulk, 2,000 points have the answers of 1.0 in the words of 2.0', async () => {
  const asked = Array.from({ length: tries(2000, 10_000) }, (_, at) => textsOf(pointAt(at)));
  const body = JSON.stringify({ points: asked });
  const headers = { 'x-api-key': keys.pointsInBulk, 'Content-Type': 'application/json' };
  const inBulk = async (target: string) => (await askBy('server', { target, method: 'POST', headers, body })).body;
  const [ofFirst, ofSecond] = [await inBulk(first), await inBulk(second)];
  const lines = (text: string) => text.trimEnd().split('\n');
  expect(lines(ofSecond)).toHaveLength(asked.length);
  expect(lines(ofSecond)).toEqual(lines(ofFirst).map((line) => asSecond(line)));
  expect(lines(ofSecond).filter((line) => line.includes('"providers"')).length).toBeGreaterThan(asked.length / 20);
  // and alone they have the same
  for (const [at, [y, x]] of asked.slice(0, 50).entries())
    expect((await ask('handler', y, x)).body).toBe(lines(ofSecond)[at]);
});

/** Half of the points are around the areas of the fixture, half anywhere; the same in each run. */
function pointAt(at: number): Point {
  const share = (prime: number) => ((at * prime) % 1_000_003) / 1_000_003;
  const { minX, maxX, minY, maxY } = SERVICE_BOX;
  if (at % 2 === 0)
    return { x: Math.round(minX + share(7919) * (maxX - minX)), y: Math.round(minY + share(104_729) * (maxY - minY)) };
  return {
    x: Math.round(-60_000_000 + share(7919) * 31_000_000),
    y: Math.round(-410_000_000 + share(104_729) * 1_000_000),
  };
}

async function siteKey(): Promise<string> {
  const { body } = await askBy('server', { target: '/' });
  return /"siteKey\\?":\\?"([A-Za-z0-9]{40})/.exec(body)?.[1] ?? '';
}
