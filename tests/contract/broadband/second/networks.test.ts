import { describe, expect, test } from 'vitest';
import { broadbandHeaders, contractHeaders, keyLimitHeaders } from '#tests/support/contract.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { callers, keys } from '#tests/support/fixture.ts';
import { askBy, type Lane, lanes } from '#tests/support/lanes.ts';

const path = '/api/1.0/networks';
const ask = (lane: Lane, query: string, headers: Record<string, string> = { 'x-api-key': keys.plain }) =>
  askBy(lane, { target: `${path}?${query}`, headers });
const inOrder = ['Fibre', 'Cable', 'VDSL', 'Wireless', 'ADSL'];

interface Result {
  readonly technology: string;
  readonly availability: string;
}

describe.each(lanes)('GET /api/1.0/networks by the %s', (lane) => {
  test.each([
    ['-40.95', '174.05'],
    ['-40.95', '176.05'],
    ['-42', '172'],
  ])('N14: %s, %s has the results of 1.0, always in the same order', async (y, x) => {
    const answered = await ask(lane, `x=${x}&y=${y}`);
    expect(answered.status).toBe(200);
    const target = `/api/1.0/availability/yx/${y}/${x}?api_key=${keys.plain}`;
    const { location, results } = JSON.parse((await askBy(lane, { target })).body);
    const sorted = inOrder.map((name) => results.find(({ technology }: Result) => technology === name));
    expect(answered.body).toBe(JSON.stringify({ location, results: sorted }));
    expect(contractHeaders(answered)).toEqual({
      ...broadbandHeaders,
      ...keyLimitHeaders(100_000, 1_000_000),
      'cache-control': 'private, no-store',
    });
  });

  test('N14: unknown parameters are ignored, the key may be in the query', async () => {
    expect((await ask(lane, `a=1&y=-42&x=172&api_key=${keys.plain}`, {})).status).toBe(200);
  });

  test.each([
    ['x=172', 'Ask with "x" (longitude) and "y" (latitude); at least one of them is missing.'],
    ['', 'Ask with "x" (longitude) and "y" (latitude); at least one of them is missing.'],
    ['x=172&y=-42&y=-42', 'The parameter "y" is given more than once.'],
    ['x=a"b&y=-42', 'The longitude "a"b" is not a number'],
    ['x=&y=-42', 'The longitude "" is not a number'],
    ['x=0&y=0', 'The latitude "0" and the longitude "0" are out of the service coverage area'],
  ])('N2, N14: %s is 400', async (query, sentence) => {
    const answered = await ask(lane, encodeURI(query));
    expectError(answered, 400);
    expect(JSON.parse(answered.body).error.slice(0, sentence.length)).toBe(sentence);
  });

  test('N1: without a key it is 401', async () => {
    expectError(await askBy(lane, { target: `${path}?x=172&y=-42`, from: callers.stranger }), 401);
  });
});

/** How PHP 7 compares a value with a text by `==`: a number equals the number that the text begins with, else 0. */
function looselyEquals(value: unknown, text: string): boolean {
  if (typeof value === 'number') return value === (Number.parseFloat(text) || 0);
  return value === text;
}

/** Whether any value in an answer is "Available" to a client that compares all of them loosely. */
function hasLoosely(value: unknown, text: string): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((part) => hasLoosely(part, text));
  return looselyEquals(value, text);
}

describe('clients of the published service read what they expect', () => {
  /** A point where everything is at hand: Fibre Available, Wireless Planned (and faster), VDSL Underway. */
  const [y, x] = ['-40.95', '174.05'];
  const point = `/api/1.0/availability/yx/${y}/${x}?api_key=${keys.plain}`;

  test('an address checker that reads ADSL, VDSL and Fibre by their positions', async () => {
    const { results } = JSON.parse((await ask('server', `x=${x}&y=${y}`)).body);
    const plans = {
      adsl: results[4].availability === 'Available',
      vdsl: results[2].availability === 'Available',
      fibre: results[0].availability === 'Available' && results[0].technology === 'Fibre',
    };
    expect(plans).toEqual({ adsl: false, vdsl: false, fibre: true });
  });

  test('a script that collects the technologies that are Available', async () => {
    const { results } = JSON.parse((await askBy('server', { target: point })).body);
    const available = results.filter(({ availability }: Result) => availability === 'Available');
    expect(available.map(({ technology }: Result) => technology)).toEqual(['Fibre']);
  });

  test('a plug-in that shows a row for every technology, and passes if any value is loosely "Available"', async () => {
    const { results } = JSON.parse((await askBy('server', { target: point })).body);
    expect(results.map(({ technology }: Result) => technology).toSorted()).toEqual(inOrder.toSorted());
    const nowhere = JSON.parse((await ask('server', 'x=172&y=-42')).body);
    expect(hasLoosely(nowhere, 'Available')).toBe(false);
    expect(hasLoosely(results, 'Available')).toBe(true);
    // a timing number of 0 would be enough
    expect(hasLoosely([{ timing_id: 0 }], 'Available')).toBe(true);
    expect(hasLoosely([{ timing_id: 1 }], 'Available')).toBe(false);
  });

  test('a relay that sends its key in x-api-key and hands on the body of a 200', async () => {
    const target = `/api/2.0/availability/${y}/${x}`;
    const answered = await askBy('server', { target, headers: { 'x-api-key': keys.plain } });
    expect(answered.status).toBe(200);
    const { results } = JSON.parse(answered.body);
    const found = Object.fromEntries(results.map((result: Result) => [result.technology, result.availability]));
    expect(found).toEqual({
      fibre: 'available',
      cable: 'unavailable',
      vdsl: 'planned',
      wireless: 'planned',
      adsl: 'unavailable',
    });
  });
});
