import { describe, expect, inject, test } from 'vitest';
import { ask } from '#tests/support/http.ts';
import { askBy, lanes } from '#tests/support/lanes.ts';
import { burst, countOf } from '#tests/support/limits.ts';

// The districts of the fixture: an eighth of Ōpōtiki's land has Fibre.

let addresses = 0;
/** A few requests a second are allowed to an address: each test has its own. */
const from = () => `127.3.7.${++addresses}`;

describe.each(lanes)('N20: the figures of areas, by the %s lane', (lane) => {
  const get = (path: string, headers = {}) =>
    askBy(lane, { target: `/statistics/districts${path}`, headers, from: from() });

  test('as CSV, to be saved, with version, day and whose the data are', async () => {
    const { status, headers, body } = await get('/figures.csv');
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="districts-\d+\.csv"$/);
    expect(headers['access-control-allow-origin']).toBe('*');
    const line = body.split('\r\n').find((text) => text.startsWith('Ōpōtiki,Fibre,Available,900,'));
    const [, , , , , share, counted, ofAddresses, set, , day] = line?.split(',') ?? [];
    expect(Number(share)).toBeCloseTo(1 / 8, 3);
    expect([counted, ofAddresses, set, day]).toEqual(['1', '0.5', 'Districts', '2026-11-20']);
    expect(line).toContain('North Fibre');
    expect(line).toContain('"Stats NZ, CC BY 4.0"');
  });

  test('as JSON, which a caller that has it is not sent again', async () => {
    const { status, headers, body } = await get('/figures.json');
    expect(status).toBe(200);
    const { figures, ...about } = JSON.parse(body);
    expect(about).toMatchObject({
      areas: 'Districts',
      published_on: '2026-11-20',
      coverage_of: expect.arrayContaining(['North Fibre']),
      areas_of: 'Stats NZ, CC BY 4.0',
    });
    expect(figures).toContainEqual({
      area: 'Gore',
      technology: 'any',
      availability: 'Available',
      mbps_down_at_least: 20,
      square_kilometres: expect.any(Number),
      share_of_land: expect.any(Number),
      addresses: 0,
      share_of_addresses: null,
    });
    const again = await get('/figures.json', { 'If-None-Match': headers.etag ?? '' });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  test('as a picture of an area', async () => {
    const { status, headers } = await get('/opotiki/picture.png');
    expect([status, headers['content-type'], headers['x-robots-tag']]).toEqual([200, 'image/png', 'noindex']);
  });

  test.each(['/nowhere/picture.png', '/../regions/figures.csv'])('404: %s', async (path) => {
    const target = new URL(`http://a/statistics/districts${path}`).pathname;
    const { status, body } = await askBy(lane, { target, from: from() });
    expect([status, JSON.parse(body).error]).toEqual([404, 'There are no figures of such areas.']);
  });
});

test('B6: a few files a second', async () => {
  const asked = { target: '/statistics/districts/figures.csv', times: 30, from: from() };
  const answers = await burst(inject('contract').server, asked);
  expect(countOf(answers, 200)).toBeGreaterThanOrEqual(2);
  expect(countOf(answers, 429)).toBeGreaterThan(0);
});

describe('the pages of figures', () => {
  const page = async (path: string) => await ask(inject('contract').server, { target: path, from: from() });

  test('show what is chosen of all areas, in the order that is asked for', async () => {
    const { status, body } = await page('/statistics?technology=1&mbps=900&of=land&sort=share');
    expect(status).toBe(200);
    expect(body).toMatch(/<strong>8\.3\s%<\/strong>.*?Fibre, available, at least 900\sMbps; share of the land/);
    expect(body.indexOf('>Ōpōtiki<')).toBeLessThan(body.indexOf('>Gore<'));
    expect(body).toContain('aria-sort="descending"');
    expect(body).toContain('12.5\u00a0%');
    expect(body).toContain('/statistics/districts/figures.csv');
    expect(body).toContain('Stats NZ, CC BY 4.0');
  });

  test('of an area have a title, a description and a picture for sites that link to it', async () => {
    const { body } = await page('/statistics/districts/opotiki');
    const head = body.slice(0, body.indexOf('</head>'));
    expect(head).toContain('<title>Broadband in Ōpōtiki · Wātea</title>');
    expect(head).toMatch(/<meta name="description" content="Broadband of at least 100\s?Mbps reaches 50\.0\s%/);
    expect(head).toMatch(/og:image" content="http[^"]+\/statistics\/districts\/opotiki\/picture\.png"/);
    expect(body).not.toContain('name="robots" content="noindex"');
  });

  test('speak Māori', async () => {
    const { body } = await page('/statistics/districts?lang=mi');
    expect(body).toContain('Te nui o Aotearoa ka taea');
    expect(body).toContain('lang=mi');
  });

  test.each(['/statistics/regions', '/statistics/districts/nowhere'])(
    'are 404 where there are no figures: %s',
    async (path) => {
      expect((await page(path)).status).toBe(404);
    },
  );

  test('are found from every public page', async () => {
    expect((await page('/')).body).toContain('<a href="/statistics">Figures for each area</a>');
  });
});
