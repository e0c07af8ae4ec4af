import { describe, expect, test } from 'vitest';
import { broadbandHeaders, contractHeaders, errorText, keyLimitHeaders, nothingHere } from '#tests/support/contract.ts';
import { keys } from '#tests/support/fixture.ts';
import { askBy, type Lane, lanes } from '#tests/support/lanes.ts';

const ask = (lane: Lane, y: string, x: string, key: string = keys.plain) =>
  askBy(lane, { target: `/api/1.0/availability/yx/${y}/${x}?api_key=${key}` });

const form = 'in the form this service reads: digits with at most 7 decimals, such as -41.2865 or 174.7762.';
const box = 'out of the service coverage area: latitude -47.5 to -34.2, longitude 166.2 to 178.6.';

/** Texts that are no numbers (N2), as they stand in the path. */
const notNumbers = [
  '1e3',
  '1E2',
  '-41e0',
  '+1',
  '%2B1',
  '.5',
  '-.5',
  '1.',
  '-',
  '--41',
  '−41'.replace('−', '%E2%88%92'),
  '-41.12345678',
  '-41.00000000',
  '-41,5',
  '-41.1.1',
  '0x29',
  'NaN',
  'Infinity',
  'null',
  '%20-41',
  '-41%20',
  '-41%0A',
  '-41%2F1',
  '%2F-41',
  '-41%2F',
  '%2D41',
  '-4%31',
  '%EF%BC%94%EF%BC%91',
  '%D9%A4%D9%A1',
  '-41;1',
  "'41'",
  '41N',
  '41%C2%B0',
  `${'9'.repeat(2000)}x`,
];

/** Numbers outside the box, one unit and many (N1). */
const outside: [y: string, x: string, fault: string][] = [
  ['-47.5000001', '170', 'latitude "-47.5000001" is'],
  ['-34.1999999', '170', 'latitude "-34.1999999" is'],
  ['-41', '166.1999999', 'longitude "166.1999999" is'],
  ['-41', '178.6000001', 'longitude "178.6000001" is'],
  ['41', '174', 'latitude "41" is'],
  ['0', '174', 'latitude "0" is'],
  ['-0', '174', 'latitude "-0" is'],
  ['-41', '-174', 'longitude "-174" is'],
  ['174', '-33', 'latitude "174" and the longitude "-33" are'],
  ['-91', '361', 'latitude "-91" and the longitude "361" are'],
  ['-41', '534.5', 'longitude "534.5" is'],
  [`-${'9'.repeat(400)}`, '174', `latitude "-${'9'.repeat(39)}…" is`],
  ['-41', `${'1'.repeat(21)}`, 'longitude "111111111111111111111" is'],
];

describe.each(lanes)('the point asked of the broadband service by the %s', (lane) => {
  const refusedHeaders = {
    ...broadbandHeaders,
    ...keyLimitHeaders(100_000, 1_000_000),
    'cache-control': 'private, no-store',
  };

  test.each(notNumbers.map((text) => [text.slice(0, 20), text]))('N2: %s is not a number', async (_shown, text) => {
    const shown = text.length <= 40 ? text : `${text.slice(0, 40)}…`;
    const latitude = await ask(lane, text, '174');
    expect(latitude.body).toBe(errorText(400, `The latitude "${shown}" is not a number ${form}`));
    expect(latitude.status).toBe(400);
    expect(contractHeaders(latitude)).toEqual(refusedHeaders);
    const longitude = await ask(lane, '-41', text);
    expect(longitude.body).toBe(errorText(400, `The longitude "${shown}" is not a number ${form}`));
    expect(longitude.status).toBe(400);
  });

  test('N2: both at once are reported in one sentence', async () => {
    const { body } = await ask(lane, 'here', 'there');
    expect(body).toBe(errorText(400, `The latitude "here" and the longitude "there" are not numbers ${form}`));
  });

  test.each(outside.map((row) => [row[2].slice(0, 30), ...row] as const))(
    'N1: outside the box the %s…',
    async (_shown, y, x, fault) => {
      const answered = await ask(lane, y, x);
      expect(answered.body).toBe(errorText(400, `The ${fault} ${box}`));
      expect(answered.body).toContain('out of the service coverage area');
      expect(answered.status).toBe(400);
      expect(contractHeaders(answered)).toEqual(refusedHeaders);
    },
  );

  test('N1: outside the box, but inside the other way round: what comes first is said', async () => {
    const { body } = await ask(lane, '174', '-41');
    expect(JSON.parse(body).error).toMatch(/ The other way round they are inside: the latitude comes first\.$/);
  });

  test.each([
    ['-47.5', '166.2'],
    ['-47.5', '178.6'],
    ['-34.2', '166.2'],
    ['-34.2', '178.6'],
    ['-47.5000000', '170'],
    ['-34.2000000', '170'],
    ['-41', '166.2000000'],
    ['-41', '178.6000000'],
    ['-47.4999999', '166.2000001'],
    ['-34.2000001', '178.5999999'],
    ['-00041.0', '000174.0000000'],
  ])("N1, N8: the box's edges are inside: %s, %s", async (y, x) => {
    const { status, body } = await ask(lane, y, x);
    expect(status).toBe(200);
    expect(JSON.parse(body).location).toEqual([x, y]);
  });

  test('N1: the key is judged before the numbers, the numbers before the box', async () => {
    const wrong = 'WrongKeyWrongKeyWrongKeyWrongKeyWrongKey';
    expect((await ask(lane, '1e3', '0', wrong)).status).toBe(401);
    expect((await ask(lane, '0', '0', wrong)).status).toBe(401);
    expect((await ask(lane, '1e3', '0')).body).toBe(errorText(400, `The latitude "1e3" is not a number ${form}`));
    expect((await ask(lane, '0', '1e3')).body).toBe(errorText(400, `The longitude "1e3" is not a number ${form}`));
  });

  test.each([
    '/api/1.0/availability/yx/-41',
    '/api/1.0/availability/yx/-41/',
    '/api/1.0/availability/yx/-41/174/',
    '/api/1.0/availability/yx/-41/174/0',
    '/api/1.0/availability/yx/-41%2F174',
    '/api/1.0/availability/xy/174/-41',
    '/api/1.0/availability',
    '/api/1.0/Availability/yx/-41/174',
  ])('N1: %s is no address of the service, whatever the key', async (path) => {
    for (const key of [keys.plain, 'wrong']) {
      const answered = await askBy(lane, { target: `${path}?api_key=${key}` });
      expect(answered.body).toBe(errorText(404, nothingHere.broadband));
      expect(answered.status).toBe(404);
      expect(contractHeaders(answered)).toEqual(broadbandHeaders);
    }
  });
});
