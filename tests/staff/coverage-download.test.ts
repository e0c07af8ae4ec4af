import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, test } from 'vitest';
import { coverageVersion } from '#db/broadband/schema.ts';
import { fixtureNowMs } from '#tests/support/fixture.ts';
import { type Answered, ask } from '#tests/support/http.ts';
import { ownOrigin, signIn } from '#tests/support/staff/action.ts';
import { type SharedFixture, sharedFixture } from '#tests/support/staff/shared-fixture.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

let fixture: SharedFixture;
let viewer: string;
beforeAll(async () => {
  fixture = await sharedFixture();
  viewer = signIn(fixture.databaseFile, 'viewer');
  fixture.change(({ db }) =>
    db
      .insert(coverageVersion)
      .values({ id: 7, state: 'ready', createdAt: fixtureNowMs, heartbeatAt: fixtureNowMs })
      .run(),
  );
});

const download = (version: string, format: string, cookie = viewer): Promise<Answered> =>
  ask(fixture.port, {
    target: `/admin/coverage/versions/${version}/download?format=${format}`,
    headers: { Cookie: cookie },
  });

test('the published version is downloaded as GeoJSON, with its file name', async () => {
  const { status, headers, body } = await download('1', 'geojson');
  expect({ status, headers }).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/geo+json',
      'content-disposition': 'attachment; filename="watea-coverage-1.geojson"',
      'cache-control': 'private, no-store',
    },
  });
  const parsed = JSON.parse(body);
  expect(parsed).toMatchObject({ type: 'FeatureCollection', attribution: expect.stringContaining(ownOrigin) });
  expect(parsed.features.length).toBeGreaterThan(3);
});

test('the download as CSV lists the offers', async () => {
  const { status, headers, body } = await download('1', 'csv');
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
  expect(body.split('\r\n')[0]).toMatch(/^\uFEFFtechnology,provider,/);
});

test('the download as GeoPackage leaves nothing beside the database', async () => {
  const response = await fetch(`http://localhost:${fixture.port}/admin/coverage/versions/1/download?format=gpkg`, {
    headers: { Cookie: viewer },
  });
  expect(response.headers.get('content-type')).toBe('application/geopackage+sqlite3');
  const sqlite = new Database(Buffer.from(await response.arrayBuffer()));
  expect(sqlite.prepare('SELECT count(*) FROM coverage').pluck().get()).toBeGreaterThan(3);
  sqlite.close();
  const scratch = () => readdirSync(dirname(fixture.databaseFile)).filter((name) => name.includes('scratch'));
  // removed once the whole answer has been sent
  await waitUntil('the scratch file to be removed', () => scratch().length === 0);
});

test.each([
  ['1', 'shp', 400, 'The format must be one of geojson, gpkg, csv.\n'],
  ['1', '', 400, 'The format must be one of geojson, gpkg, csv.\n'],
  ['x', 'csv', 404, 'There is no such coverage version.\n'],
  ['99', 'csv', 404, 'There is no coverage version 99.\n'],
  ['7', 'csv', 404, 'Coverage version 7 was never published: only published versions can be exported or kept.\n'],
])('version %s as %j is refused with %d', async (version, format, status, body) => {
  expect(await download(version, format)).toMatchObject({ status, body });
});

test('without a session it returns nothing', async () => {
  const { status, headers, body } = await download('1', 'geojson', '');
  expect([status, headers.location]).toEqual([307, expect.stringMatching(/\/admin\/login$/)]);
  expect(body).not.toContain('FeatureCollection');
});
