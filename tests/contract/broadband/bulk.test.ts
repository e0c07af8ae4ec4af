import { describe, expect, test } from 'vitest';
import { broadbandHeaders, contractHeaders, errorText, keyLimitHeaders } from '#tests/support/contract.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { callers, keys } from '#tests/support/fixture.ts';
import { askBy, type Lane, lanes } from '#tests/support/lanes.ts';

const path = '/api/1.0/availability/yx';
const target = `${path}?api_key=${keys.plain}`;
const json = { 'Content-Type': 'application/json' };
const csv = { 'Content-Type': 'text/csv; charset=utf-8' };

const bulk = (lane: Lane, body: string | Uint8Array, headers: Record<string, string> = json) =>
  askBy(lane, { target, method: 'POST', headers, body });
const single = async (lane: Lane, y: string, x: string) =>
  (await askBy(lane, { target: `${path}/${y}/${x}?api_key=${keys.plain}` })).body;
const points = (list: unknown) => JSON.stringify({ points: list });

describe.each(lanes)('points in bulk by the %s', (lane) => {
  test('each is answered on a line of its own as it would be alone, in order', async () => {
    const asked: [string, string][] = [
      ['-40.95', '174.05'],
      ['-42', '172'],
      ['-40.95', '175.0500000'],
      ['north', '174'],
      ['51.5', '-0.1'],
      ['-40.95', '177.01'],
    ];
    const answered = await bulk(lane, points(asked));
    expect(answered.status).toBe(200);
    expect(contractHeaders(answered)).toEqual({
      ...broadbandHeaders,
      ...keyLimitHeaders(100_000, 1_000_000),
      'content-type': 'application/x-ndjson',
      'cache-control': 'private, no-store',
    });
    const lines = await Promise.all(asked.map(([y, x]) => single(lane, y, x)));
    expect(answered.body).toBe(lines.map((line) => `${line}\n`).join(''));
  });

  test('a number is repeated as its shortest decimal form', async () => {
    const numbers = '{"points":[[-40.950,174.0500],["-40.950",174.05],[-4.095e1,1.7405e2],[-41,174],[-1e-7,1e21]]}';
    const lines = (await bulk(lane, numbers)).body.trimEnd().split('\n');
    const located = lines.slice(0, 4).map((line) => JSON.parse(line).location);
    expect(located).toEqual([
      ['174.05', '-40.95'],
      ['174.05', '-40.950'],
      ['174.05', '-40.95'],
      ['174', '-41'],
    ]);
    expect(lines[4]).toBe(
      errorText(
        400,
        'The latitude "-0.0000001" and the longitude "1000000000000000000000" are out of the service coverage area: latitude -47.5 to -34.2, longitude 166.2 to 178.6.',
      ),
    );
  });

  test('a bad point is a line in its place', async () => {
    const noPair = errorText(400, 'A point must be [latitude, longitude], each a text or a number.');
    const given = [null, 7, [-41], [-41, 174, 0], [-41, null], [[-41], 174], { lat: -41 }, '-41,174', [true, false]];
    expect((await bulk(lane, points([...given, [-41, 174]]))).body).toBe(
      [...given.map(() => noPair), await single(lane, '-41', '174')].map((line) => `${line}\n`).join(''),
    );
    const decimals = (await bulk(lane, points([['-41.12345678', '174']]))).body;
    expect(decimals).toBe(`${await single(lane, '-41.12345678', '174')}\n`);
  });

  test.each([
    ['bare', '-40.95,174.05\n-42,172'],
    ['with a line of names and CRLF', 'lat,lng\r\n-40.95,174.05\r\n-42,172\r\n'],
    ['with white space', 'Latitude, Longitude\n -40.95 ,\t174.05 \n-42,172\n\n\n'],
  ])('CSV, %s', async (_how, text) => {
    const lines = [await single(lane, '-40.95', '174.05'), await single(lane, '-42', '172')];
    expect((await bulk(lane, text, csv)).body).toBe(lines.map((line) => `${line}\n`).join(''));
  });

  test('a bad line of CSV is a line in its place', async () => {
    const bad = errorText(400, 'A line must be latitude,longitude.');
    const answered = await bulk(lane, '-41\n\n-41,174,0\nlat,lng\n', csv);
    expect(answered.body.split('\n').slice(0, 3)).toEqual([bad, bad, bad]);
    expect(answered.body).toContain('The latitude \\"lat\\" and the longitude \\"lng\\" are not numbers');
  });

  test('10,000 points are answered, in order', async () => {
    const asked = Array.from({ length: 10_000 }, (_, at) => [`-41.${String(1000 + at)}`, '174.05']);
    const lines = (await bulk(lane, points(asked))).body.split('\n');
    expect(lines).toHaveLength(10_001);
    expect(lines.slice(0, -1).map((line) => JSON.parse(line).location[1])).toEqual(asked.map(([y]) => y));
  });

  const shape = 'a JSON body must be {"points": [[latitude, longitude], …]}.';
  const many = Array.from({ length: 10_001 }, () => [-41, 174]);
  const limit = 'points were asked for; at most 10000 are allowed in one request.';
  test.each<[number, string, Record<string, string>, string | Uint8Array, string]>([
    [413, 'a body over 1 MiB', json, ' '.repeat(1024 * 1024 + 1), 'The body is larger than 1 MiB.'],
    [415, 'another type', { 'Content-Type': 'text/plain' }, '-41,174', 'A body must be application/json or text/csv.'],
    [415, 'no type', {}, points([[-41, 174]]), 'A body must be application/json or text/csv.'],
    [400, 'no UTF-8', csv, Uint8Array.of(0x2d, 0xff), 'The body is not UTF-8.'],
    [400, 'no JSON', json, '{"points":[', `The body is not JSON; ${shape}`],
    [400, 'no object', json, '[[-41,174]]', `"points" must be a list; ${shape}`],
    [400, 'no list', json, '{"points":"-41,174"}', `"points" must be a list; ${shape}`],
    [400, 'no points', json, points([]), 'No point was asked for.'],
    [400, 'no lines', csv, 'lat,lng\n', 'No point was asked for.'],
    [400, 'too many points', json, points(many), `10001 ${limit}`],
    [400, 'too many lines', csv, many.join('\n'), `More than 10000 ${limit}`],
  ])('%i: %s', async (status, _what, headers, body, sentence) => {
    const answered = await bulk(lane, body, headers);
    expectError(answered, status, sentence);
    expect(answered.headers['ratelimit-policy']).toBe('"second";q=100000;w=1, "day";q=1000000;w=86400');
  });

  test('B9: the key comes before the body, the method before the key, the path before the method', async () => {
    const body = ' '.repeat(1024 * 1024 + 1);
    const wrong = { method: 'POST', headers: json, body, from: callers.stranger };
    expectError(await askBy(lane, { ...wrong, target: `${path}?api_key=wrong` }), 401);
    expectError(await askBy(lane, { ...wrong, target: `${path}?api_key=a&api_key=b` }), 400);
    const got = await askBy(lane, { target });
    expectError(got, 405, 'This address answers OPTIONS, POST, not GET.');
    expect(got.headers.allow).toBe('OPTIONS, POST');
    expectError(await askBy(lane, { target: `${path}/?api_key=${keys.plain}`, method: 'POST' }), 404);
    const preflight = await askBy(lane, { target: path, method: 'OPTIONS', from: callers.stranger });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-methods']).toBe('OPTIONS, POST');
  });

  test('the key may come in a header', async () => {
    const headers = { ...json, 'X-Api-Key': keys.plain };
    const answered = await askBy(lane, { target: path, method: 'POST', headers, body: points([[-41, 174]]) });
    expect(answered.body).toBe(`${await single(lane, '-41', '174')}\n`);
  });
});
