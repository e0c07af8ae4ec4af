import { describe, expect, inject, test } from 'vitest';
import { contractHeaders } from '#tests/support/contract.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { ask } from '#tests/support/http.ts';
import { askBy, lanes } from '#tests/support/lanes.ts';
import { burst, countOf } from '#tests/support/limits.ts';

/** The square A, which Fibre covers (available), and as much again east of it. */
const query = 'from=-40.9,174.2&to=-41,174';

let addresses = 0;
/** A few questions a second are allowed to an address: each test has its own. */
const from = () => `127.3.2.${++addresses}`;

describe.each(lanes)('the shares of an area, by the %s lane', (lane) => {
  test('200: every technology in use, kept by no cache', async () => {
    const answered = await askBy(lane, { target: `/areas?${query}`, from: from() });
    expect(answered.status).toBe(200);
    expect(contractHeaders(answered)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'private, no-store',
      'ratelimit-policy': '"second";q=2;w=1',
    });
    const body = JSON.parse(answered.body);
    expect(body).toMatchObject({ south: -41, west: 174, north: -40.9, east: 174.2, is_clipped: false });
    expect(body.version).toBeGreaterThan(0);
    const [fibre] = body.technologies;
    expect(fibre.technology).toBe('Fibre');
    expect(fibre.available).toBeCloseTo(0.5, 9);
    expect(Object.keys(fibre)).toEqual(['technology', 'available', 'underway', 'planned']);
    expect(body.technologies.map(({ technology }: { technology: string }) => technology)).toEqual([
      'Fibre',
      'Cable',
      'VDSL',
      'Wireless',
      'ADSL',
    ]);
  });

  test('200: as CSV, to be saved', async () => {
    const answered = await askBy(lane, { target: `/areas?${query}&format=csv`, from: from() });
    expect(answered.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(answered.headers['content-disposition']).toBe('attachment; filename="area.csv"');
    const lines = answered.body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + 5 * 3);
    expect(lines[1]).toMatch(/^Fibre,Available,\d+(\.\d+)?,/);
  });

  test.each([
    ['', 'Give two opposite corners in "from" and "to"'],
    ['from=-41,174', 'Give two opposite corners in "from" and "to"'],
    ['from=-41,174&to=here', 'Give two opposite corners in "from" and "to"'],
    ['from=-41,174&from=-41,174&to=-40,174', 'The parameter "from" is given more than once.'],
    [`${query}&format=xml`, 'The parameter "format" may be json or csv.'],
    ['from=-41,174&to=-41,175', 'The rectangle has no area: its corners must differ.'],
    ['from=-41,174&to=-40,175', 'The rectangle is 85 × 112 km; at most 50 × 50 km can be measured.'],
    ['from=-30,174&to=-30.1,174.1', 'The rectangle lies outside of the service coverage area.'],
  ])('400: %s', async (asked, sentence) => {
    const answered = await askBy(lane, { target: `/areas?${asked}`, from: from() });
    expect(answered.status).toBe(400);
    expect(JSON.parse(answered.body).error).toContain(sentence);
  });
});

test('what lies outside the service area is left out, and said to be', async () => {
  const { body } = await askBy('server', { target: '/areas?from=-41,166.1&to=-41.1,166.3', from: from() });
  expect(JSON.parse(body)).toMatchObject({ west: 166.2, east: 166.3, is_clipped: true });
});

test('405: nothing can be written there', async () => {
  const answered = await ask(inject('contract').server, { target: `/areas?${query}`, method: 'PUT', from: from() });
  expectError(answered, 405, 'This address answers GET, HEAD, OPTIONS, not PUT.');
});

test('429: two a second from an address', async () => {
  const answers = await burst(inject('contract').server, { target: `/areas?${query}`, times: 30, from: from() });
  expect(countOf(answers, 200)).toBeGreaterThanOrEqual(2);
  expect(countOf(answers, 429)).toBeGreaterThan(0);
});
