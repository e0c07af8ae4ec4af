import { hash } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { askBy, lanes } from '#tests/support/lanes.ts';
import { burst, countOf } from '#tests/support/limits.ts';

// The fixture offers its coverage under CC BY 4.0, with the files of its districts.

let addresses = 0;
/** Some requests a second are allowed to an address: each test has its own. */
const from = () => `127.3.8.${++addresses}`;

interface Distribution {
  readonly '@id': string;
  readonly 'dcat:mediaType': { readonly '@id': string };
  readonly 'dcat:byteSize': number;
  readonly 'spdx:checksum': { readonly 'spdx:checksumValue': string };
}

describe.each(lanes)('N21: open data, by the %s lane', (lane) => {
  const get = (target: string, headers = {}) => askBy(lane, { target, headers, from: from() });

  async function distributions(): Promise<Distribution[]> {
    const { body } = await get('/data/catalogue.json');
    return JSON.parse(body)['dcat:dataset'][0]['dcat:distribution'];
  }

  async function fileEnding(ending: string): Promise<Distribution & { readonly path: string }> {
    const found = (await distributions()).find((each) => each['@id'].endsWith(ending));
    if (found === undefined) throw new Error(`The catalogue has no file ${ending}.`);
    return { ...found, path: new URL(found['@id']).pathname };
  }

  test('the catalogue is DCAT, with licence, attribution and every file', async () => {
    const { status, headers, body } = await get('/data/catalogue.json');
    expect([status, headers['content-type'], headers['access-control-allow-origin']]).toEqual([
      200,
      'application/ld+json',
      '*',
    ]);
    const catalogue = JSON.parse(body);
    expect(catalogue).toMatchObject({
      '@type': 'dcat:Catalog',
      'dct:license': { '@id': 'https://creativecommons.org/licenses/by/4.0/' },
      'dct:publisher': { 'foaf:name': 'Watchdog of the fixture' },
    });
    const [dataset] = catalogue['dcat:dataset'];
    expect(dataset).toMatchObject({ '@type': 'dcat:Dataset', 'dcat:version': expect.stringMatching(/^\d+$/) });
    const names = dataset['dcat:distribution'].map((each: Distribution) => each['@id'].replace(/.*coverage-\d+-/, ''));
    for (const name of ['whole.gpkg', 'technology-fibre.geojson', 'districts-opotiki.csv'])
      expect(names).toContain(name);
    const again = await get('/data/catalogue.json', { 'If-None-Match': headers.etag ?? '' });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  test('a file is whole, with its name and the checksum of the catalogue', async () => {
    const file = await fileEnding('-technology-fibre.geojson');
    const { status, headers, body } = await get(file.path);
    expect([status, headers['content-type'], headers['accept-ranges']]).toEqual([200, 'application/geo+json', 'bytes']);
    expect(file['dcat:mediaType']['@id']).toBe('https://www.iana.org/assignments/media-types/application/geo+json');
    expect(headers['content-disposition']).toBe(`attachment; filename="${file.path.split('/').at(-1)}"`);
    expect(Number(headers['content-length'])).toBe(file['dcat:byteSize']);
    expect(hash('sha256', body)).toBe(file['spdx:checksum']['spdx:checksumValue']);
    expect(JSON.parse(body).license).toBe('https://creativecommons.org/licenses/by/4.0/');
    expect((await get(file.path, { 'If-None-Match': headers.etag ?? '' })).status).toBe(304);
  });

  test('a download that broke off goes on from where it was, unless the file is another', async () => {
    const { path, 'dcat:byteSize': bytes } = await fileEnding('-whole.csv');
    const { headers: first, body: whole } = await get(path);
    const tag = first.etag ?? '';
    const { status, headers, body } = await get(path, { Range: 'bytes=100-', 'If-Range': tag });
    expect([status, headers['content-range']]).toEqual([206, `bytes 100-${bytes - 1}/${bytes}`]);
    expect(Buffer.from(body)).toEqual(Buffer.from(whole).subarray(100));
    expect((await get(path, { Range: 'bytes=100-', 'If-Range': '"another"' })).status).toBe(200);
    const behind = await get(path, { Range: `bytes=${bytes}-` });
    expect([behind.status, behind.headers['content-range']]).toEqual([416, `bytes */${bytes}`]);
  });

  test.each(['/data/1/nothing.csv', '/data/99/coverage-1-whole.csv', '/data/1/..%2fwatea.db'])(
    '404: %s',
    async (target) => {
      const { status, body } = await get(target);
      expect([status, JSON.parse(body).code]).toEqual([404, 404]);
    },
  );
});

test('B6: ten requests a second', async () => {
  const asked = { target: '/data/catalogue.json', times: 60, from: from() };
  const answers = await burst(inject('contract').server, asked);
  expect(countOf(answers, 200)).toBeGreaterThanOrEqual(10);
  expect(countOf(answers, 429)).toBeGreaterThan(0);
});
