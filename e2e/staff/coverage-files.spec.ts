import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { expectAccessibleState } from '#e2e/support/axe.ts';
import { choose, chooseNewProvider, coverage, startImport, testFile, uploadCoverage } from '#e2e/support/coverage.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { press, tabTo } from '#e2e/support/keyboard.ts';
import { listenForErrors, signInByCookie } from '#e2e/support/staff.ts';
import { addLayer, beginGeoPackage, geometryBlob, wkbMany, wkbPolygon } from '#tests/support/files/geopackage.ts';
import { zipOf } from '#tests/support/files/zip-file.ts';

const area = [
  [169.2, -44.2],
  [169.3, -44.2],
  [169.3, -44.1],
  [169.2, -44.2],
];
const kml = (content: string) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${content}</Document></kml>`;
const point = '<Placemark><Point><coordinates>169.2,-44.2</coordinates></Point></Placemark>';
const track = '<Placemark><gx:Track><gx:coord>169.2 -44.2 0</gx:coord></gx:Track></Placemark>';
const polygon = `<Polygon><outerBoundaryIs><LinearRing><coordinates>${area.join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon>`;
const geoJson = coverage('Packed Fibre', 1);

/** A GeoPackage of one layer with one geometry. */
function geoPackage(wkb: Buffer): Buffer {
  const sqlite = new Database(':memory:');
  beginGeoPackage(sqlite);
  addLayer(sqlite, 'towns', [[geometryBlob(wkb), 'One', 900]]);
  const bytes = sqlite.serialize();
  sqlite.close();
  return bytes;
}

const curves = wkbMany(12, [wkbMany(10, [])]);
const table = 'Name;Breite;Latitude;Longitude;Radius_km\r\nKōwhai;1.234,5;-44,2;169,2;1,5\r\n';

/** Uploads a file and waits for the page that says what became of it. */
async function upload(page: Page, name: string, content: string | Buffer): Promise<void> {
  await page.goto('/admin/coverage/import');
  await choose(page, testFile(name, content));
  await expect(page).toHaveURL(/\/admin\/coverage\/import\/\d+$/);
}

const mapping = (page: Page) => page.getByRole('heading', { name: 'What its columns mean' });

test('a file without areas says why, and no mapping is offered', async ({ page, baseURL }) => {
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'coverage-files-1@watea.example', 'editor');
  await upload(page, 'points.kml', kml(point + point + track));
  await expect(page.getByRole('heading', { name: 'The file has no areas' })).toBeVisible();
  await expect(page.getByText('of its 3 features, 2 are points, 1 is a track (gx:Track).')).toBeVisible();
  await expect(mapping(page)).toBeHidden();
  await expectAccessibleState(page);

  // numbers that may be meant in two ways are faults of their rows
  await upload(page, 'unclear.tsv', 'lat\tlon\tradius_m\n-44,286\t169,776\t500\n');
  await expect(page.getByRole('heading', { name: 'Fix the file first' })).toBeVisible();
  await expect(page.getByText('Its position "169,776" is not a number.')).toBeVisible();
  await expect(mapping(page)).toBeHidden();
  expect(errors).toEqual([]);
});

test('a GeoPackage with curves and an archive of several files are refused in one sentence', async ({
  page,
  baseURL,
}) => {
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'coverage-files-2@watea.example', 'editor');
  await upload(page, 'curves.gpkg', geoPackage(curves));
  await expect(page.getByRole('heading', { name: 'The file cannot be read like this' })).toBeVisible();
  await expect(
    page.getByText(/The layer "towns" has geometries of the type CurvePolygon .* convert the layer/),
  ).toBeVisible();
  const members = ['north.geojson', 'south.geojson'].map((name) => ({ name, content: geoJson }));
  await upload(page, 'both.zip', zipOf(members));
  await expect(
    page.getByText(
      'The zip archive has several coverage files: "north.geojson", "south.geojson". Import each separately.',
    ),
  ).toBeVisible();
  expect(errors).toEqual([]);
});

test('decimal commas, nested KML and packed files are read, and the page says how', async ({ page, baseURL }) => {
  test.slow();
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'coverage-files-3@watea.example', 'editor');
  const nested = `<Placemark><MultiGeometry><MultiGeometry>${polygon}</MultiGeometry></MultiGeometry></Placemark>`;
  for (const [name, content, format] of [
    ['table.csv', Buffer.from(`\ufeff${table}`), 'CSV'],
    ['nested.kml', kml(nested + track), 'KML'],
    ['towns.gpkg.zip', zipOf([{ name: 'data/towns.gpkg', content: geoPackage(wkbPolygon([area])) }]), 'GeoPackage'],
    ['towns.geojson.zip', zipOf([{ name: 'towns.geojson', content: geoJson }]), 'GeoJSON'],
  ] as const) {
    await uploadCoverage(page, testFile(name, content));
    await expect(page.getByText(format, { exact: true })).toBeVisible();
    await expect(mapping(page)).toBeVisible();
    if (name === 'table.csv') {
      const note = 'Numbers with a decimal comma were read in "Breite", "Latitude", "Longitude", "Radius_km"';
      await expect(page.getByText(note)).toBeVisible();
      await expectAccessibleState(page);
    }
    if (name === 'nested.kml') await expect(page.getByText('1 feature with a gx:Track skipped')).toBeVisible();
  }
  // the last one is imported
  await chooseNewProvider(page, 'Packed Fibre');
  await startImport(page);
  await expect(page.getByText(/^Coverage version \d+ is ready to be published\.$/)).toBeVisible();
  expect(errors).toEqual([]);
});

test('with 200 columns, a column is found by typing a part of its name', async ({ page, baseURL }) => {
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'coverage-files-4@watea.example', 'editor');
  const properties = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [`attribute ${at + 1}`, at === 149 ? 'Kōwhai Fibre' : `value ${at}`]),
  );
  const feature = { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [area] } };
  await uploadCoverage(page, testFile('wide.geojson', JSON.stringify(feature)));
  const select = page.getByRole('combobox', { name: 'Provider: column' });
  await tabTo(page, select);
  await select.fill('kōwhai');
  await expect(page.locator('[role=listbox] [role=option]')).toHaveText(['attribute 150: Kōwhai Fibre']);
  await expectAccessibleState(page);
  await page.keyboard.press('Enter');
  await expect(select).toHaveValue('attribute 150: Kōwhai Fibre');
  await expect(page.getByText('In the file: Kōwhai Fibre (1)')).toBeVisible();
  await expect(page.getByLabel('“Kōwhai Fibre” is')).toBeVisible();
  await select.fill('no such column');
  await expect(page.getByText('No column matches')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Import', exact: true }));
  await expect(page.getByText('Fix the highlighted fields.')).toBeVisible();
  expect(errors).toEqual([]);
});
