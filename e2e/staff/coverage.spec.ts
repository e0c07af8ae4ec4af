import { existsSync } from 'node:fs';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { expectAccessibleState } from '#e2e/support/axe.ts';
import { coverage, startImport, testFile, uploadCoverage } from '#e2e/support/coverage.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { choose, press, write } from '#e2e/support/keyboard.ts';
import { listenForErrors, signInByCookie, watea } from '#e2e/support/staff.ts';
import { addLayer, beginGeoPackage, geometryBlob, wkbPolygon } from '#tests/support/files/geopackage.ts';
import { dbf, nztmPrj, shapefileZip, shp } from '#tests/support/files/shapefile.ts';

/** A square in metres of NZTM2000, clockwise as in a Shapefile. `east` and `north` are its south-west corner. */
const metres = (east: number, north: number, side = 2000) => [
  [east, north],
  [east, north + side],
  [east + side, north + side],
  [east + side, north],
  [east, north],
];

const columns = ['TECH', 'ISP', 'availabili', 'bandwidth_', 'bandwidt_1', 'PLAN'];

/** A Shapefile in its provider's own terms: names cut to ten letters, `FTTH`, `Y`, kilobits, two speeds in one column. */
function delivery(isp: string, areas: readonly (readonly number[][])[], prj: string | null = nztmPrj): Buffer {
  const rows = areas.map((_, place) => [place === 0 ? 'FTTH' : 'FWA', isp, 'Y', '100', '900', '900000/500000']);
  return shapefileZip(
    {
      shp: shp(areas.map((area) => [area])),
      dbf: dbf(
        columns.map((name) => ({ name, length: 24 })),
        rows,
      ),
      cpg: 'UTF-8',
      ...(prj === null ? {} : { prj }),
    },
    'towns',
  );
}

/** The broadband API's answer for fibre at a place. */
async function fibreAt(page: Page, key: string, place: string): Promise<{ availability: string; providers: string[] }> {
  const answer = await page.request.get(`/api/1.0/availability/yx/${place}?api_key=${key}`);
  const { results } = (await answer.json()) as {
    results: { technology: string; availability: string; providers?: { name: string }[] }[];
  };
  const fibre = results.find(({ technology }) => technology === 'Fibre');
  return {
    availability: fibre?.availability ?? '',
    providers: fibre?.providers?.map(({ name }) => name) ?? [],
  };
}

/** The broadband API's answer at a place, and the fibre tile that contains it. */
async function seenAt(page: Page, key: string, place: { yx: string; tile: string }) {
  const tile = await page.request.get(`/tiles/1/${place.tile}.mvt`);
  return {
    fibre: await fibreAt(page, key, place.yx),
    tileBytes: tile.status() === 204 ? 0 : (await tile.body()).length,
  };
}

async function issueKey(baseUrl: string): Promise<string> {
  return watea<{ key: string }>(baseUrl, 'keys', 'issue', '--user', 'coverage-journey@watea.example').key;
}

/** Waits for the page of the version that an import makes. @returns the number of the version */
async function followToVersion(page: Page): Promise<string> {
  await expect(page.getByText(/^Coverage version \d+ is ready to be published\.$/)).toBeVisible();
  await page.getByRole('link', { name: 'See what it changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Version \d+$/ })).toBeVisible();
  return page.url().split('/').at(-1) ?? '';
}

async function pressAndConfirm(page: Page, button: string, confirm: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** In the Southern Alps, without any offers: NZTM2000 1,290,000 E 5,100,000 N. */
const alps = { east: 1_290_000, north: 5_100_000, yx: '-44.1788/169.1343', tile: '12/3972/2609' };

test('an editor uploads a Shapefile in NZTM2000, explains it by keyboard, publishes it and rolls back', {
  tag: '@everyday',
}, async ({ page, baseURL }) => {
  test.slow();
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'coverage-editor@watea.example', 'editor');
  const key = await issueKey(baseURL ?? '');
  const before = await seenAt(page, key, alps);
  expect(before).toMatchObject({ fibre: { availability: 'Not Available' }, tileBytes: 0 });

  const { east, north } = alps;
  const areas = [metres(east, north), metres(east + 5000, north)];
  await uploadCoverage(page, testFile('alps.shp.zip', delivery('Kōwhai Fibre', areas)));
  await expect(page.getByText('EPSG:2193 (NZTM2000)', { exact: true })).toBeVisible();
  await expect(page.getByText('According to the .prj file')).toBeVisible();
  await expect(page.getByText('Within 2 m: NZGD2000 is treated as WGS 84')).toBeVisible();
  await expect(page.getByLabel('“FTTH” means')).toHaveValue('Fibre');
  await expect(page.getByLabel('“FWA” means')).toHaveValue('Wireless');
  await expect(page.getByLabel('“Y” means')).toHaveValue('Available');
  await expectAccessibleState(page);

  // a missing answer is reported at its field, and the given answers stay
  const button = page.getByRole('button', { name: 'Import', exact: true });
  await press(page, button);
  await expect(page.getByText('Fix the highlighted fields.')).toBeVisible();
  await expect(page.getByText('Compare these columns with their values, then tick this.')).toBeVisible();
  const lowestUp = page.getByLabel('Lowest upload speed: column');
  await expect(lowestUp).toBeFocused();
  await expectAccessibleState(page);
  await choose(page, page.getByLabel('Highest download speed: column'), 'PLAN');
  await choose(page, page.getByLabel('Highest download speed: unit'), 'kbps');
  await choose(page, page.getByLabel('Highest upload speed: unit'), 'kbps');
  await write(page, page.getByLabel('Lowest upload speed for the whole file, Mbps'), '20');
  await press(
    page,
    page.getByRole('checkbox', { name: /^I compared the columns whose names were cut to ten letters/ }),
    'Space',
  );
  await choose(page, page.getByLabel('“Kōwhai Fibre” is'), 'A new');

  // closing the browser loses nothing
  await page.reload();
  await expect(page.getByLabel('Lowest upload speed for the whole file, Mbps')).toHaveValue('20');
  await expect(page.getByLabel('Highest upload speed: unit')).toHaveValue('kbps');
  await write(page, page.getByLabel('Name of the delivery'), 'alps');
  await press(page, button);
  await expect(page).toHaveURL(/\/admin\/jobs\/\d+$/);

  const version = await followToVersion(page);
  await expect(
    page.getByRole('region', { name: 'Table of areas' }).first().getByRole('row', { name: /Fibre/ }).first(),
  ).toBeVisible();
  // its map is drawn after its figures are measured
  await expect(page.getByText(/^The (figures|map of this version) (are|is) /)).toHaveCount(0);
  await pressAndConfirm(page, `Publish version ${version}`, 'Publish');
  await expect
    .poll(() => fibreAt(page, key, alps.yx))
    .toEqual({ availability: 'Available', providers: ['Kōwhai Fibre'] });
  expect((await seenAt(page, key, alps)).tileBytes).toBeGreaterThan(0);
  await page.goto(`/availability/${alps.yx}`);
  const provider = page.getByRole('heading', { level: 3, name: 'Kōwhai Fibre' }).first();
  await expect(provider).toBeVisible();

  await page.goto(`/admin/coverage/versions/${version}`);
  await pressAndConfirm(page, `Roll back version ${version}`, 'Roll back');
  await expect.poll(() => seenAt(page, key, alps)).toEqual(before);
  await page.goto(`/availability/${alps.yx}`);
  await expect(provider).toBeHidden();

  // the answers are remembered for the provider's next file with these columns
  await uploadCoverage(page, testFile('next.shp.zip', delivery('Kōwhai Fibre', areas)));
  await expect(page.getByText(/^Filled in from the last file of Kōwhai Fibre with these columns/)).toBeVisible();
  await expect(page.getByLabel('Highest upload speed: unit')).toHaveValue('kbps');
  await expect(page.getByLabel('Lowest upload speed for the whole file, Mbps')).toHaveValue('20');
  await expect(
    page.getByRole('checkbox', { name: /^I compared the columns whose names were cut to ten letters/ }),
  ).toBeChecked();
  await expect(page.getByText('If left empty: “alps”.')).toBeVisible();
  await expectAccessibleState(page);
  expect(errors).toEqual([]);
});

const shared = `${import.meta.dirname}/../../../shared/data/nz-urban-areas-nztm.shp.zip`;

test('the Shapefile of urban areas is imported for one provider, published, and rolled back', async ({
  page,
  baseURL,
}) => {
  test.skip(!existsSync(shared), '../shared/data does not exist: the Shapefile of urban areas is not imported.');
  test.slow();
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'coverage-shared@watea.example', 'editor');
  const key = await issueKey(baseURL ?? '');
  // within the outline of Invercargill
  const invercargill = '-46.41/168.35';
  const before = await fibreAt(page, key, invercargill);
  await uploadCoverage(page, shared);
  await expect(page.getByText('108,587', { exact: true })).toBeVisible();
  await page.getByLabel('Technology for the whole file').selectOption('Fibre');
  await page.getByLabel('Provider for the whole file').fill('Urban Fibre');
  await page.getByLabel('Availability for the whole file').selectOption('Available');
  for (const [field, speed] of Object.entries({ 'Lowest download': '100', 'Highest download': '950' }))
    await page.getByLabel(`${field} speed for the whole file, Mbps`).fill(speed);
  for (const [field, speed] of Object.entries({ 'Lowest upload': '20', 'Highest upload': '500' }))
    await page.getByLabel(`${field} speed for the whole file, Mbps`).fill(speed);
  await page.getByLabel('“Urban Fibre” is').selectOption('A new provider');
  await page.getByLabel('As of', { exact: true }).fill('2026-11-01');
  await startImport(page);
  const version = await followToVersion(page);
  await pressAndConfirm(page, `Publish version ${version}`, 'Publish');
  await expect.poll(async () => (await fibreAt(page, key, invercargill)).providers).toContain('Urban Fibre');
  await page.reload();
  await pressAndConfirm(page, `Roll back version ${version}`, 'Roll back');
  await expect.poll(() => fibreAt(page, key, invercargill)).toEqual(before);
  expect(errors).toEqual([]);
});

test('a file in metres with no projection, or a wrong one, asks for the reference system', async ({
  page,
  baseURL,
}) => {
  test.slow();
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'coverage-metres@watea.example', 'editor');
  const area = [metres(1_748_735, 5_427_916)];
  await uploadCoverage(page, testFile('metres.shp.zip', delivery('Metre Net', area, null)));
  await expect(page.getByRole('heading', { name: 'Which coordinates are these?' })).toBeVisible();
  await expect(
    page.getByText(/They may be metres of a map projection, but the file does not say which\.$/),
  ).toBeVisible();
  await expect(page.getByLabel('“Metre Net” is')).toBeHidden();
  await expectAccessibleState(page);
  const readLikeThis = page.getByRole('button', { name: 'Read it like this' });
  await readLikeThis.click();
  await expect(page.getByText('Choose one of the options.')).toBeVisible();
  const nztm = page.getByRole('radio', { name: 'A: NZTM2000 (EPSG:2193)' });
  await expect(page.getByText(/^Puts the centre of the data (\d+|less than 1) km from Wellington$/)).toBeVisible();
  await nztm.check();
  const asked = page.url();
  await readLikeThis.click();
  await expect(page).not.toHaveURL(asked);
  await expect(page.getByText('Your choice', { exact: true })).toBeVisible();
  await expect(page.getByLabel('“Metre Net” is')).toBeVisible();

  // a projection that is not supported
  const chathams = nztmPrj.replace('"Central_Meridian",173.0', '"Central_Meridian",176.46');
  await page.goto('/admin/coverage/import');
  await page
    .locator('input[type=file]')
    .setInputFiles(testFile('wrong.shp.zip', delivery('Metre Net', area, chathams)));
  await expect(page.getByRole('heading', { name: 'The file cannot be read like this' })).toBeVisible();
  await expect(page.getByText(/which is not read\. Export the file in one of these: EPSG:2193/)).toBeVisible();
  await expectAccessibleState(page);
  await page.getByLabel('Coordinates').selectOption('NZTM2000 (EPSG:2193)');
  await page.getByRole('button', { name: 'Read it again' }).click();
  await expect(page.getByText('Your choice', { exact: true })).toBeVisible();

  // both wait until somebody continues with them
  await page.goto('/admin/coverage/import');
  const waiting = page.getByRole('region', { name: 'Uploaded files' });
  await expect(waiting.getByRole('link', { name: 'metres.shp.zip' })).toHaveCount(1);
  await expect(waiting.getByRole('link', { name: 'wrong.shp.zip' })).toHaveCount(1);

  // unless somebody removes it
  await waiting.getByRole('button', { name: 'Remove wrong.shp.zip' }).click();
  await page.getByRole('dialog', { name: 'Remove wrong.shp.zip?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(waiting.getByRole('link', { name: 'wrong.shp.zip' })).toHaveCount(0);
  await expect(waiting.getByRole('link', { name: 'metres.shp.zip' })).toHaveCount(1);
  expect(errors).toEqual([]);
});

test('an editor chooses one of several layers of a GeoPackage', async ({ page, baseURL }) => {
  test.slow();
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'coverage-layers@watea.example', 'editor');
  const path = testFile('deliveries.gpkg', '');
  const geoPackage = new Database(path);
  beginGeoPackage(geoPackage);
  const area = geometryBlob(
    wkbPolygon([
      [
        [175, -40],
        [175.1, -40],
        [175.1, -39.9],
        [175, -39.9],
        [175, -40],
      ],
    ]),
  );
  addLayer(geoPackage, 'fibre_2026', [[area, 'Layer Net', 950]]);
  addLayer(geoPackage, 'wireless_2026', [
    [area, 'Layer Net', 100],
    [area, 'Layer Net', 50],
  ]);
  geoPackage.close();
  await page.goto('/admin/coverage/import');
  await page.locator('input[type=file]').setInputFiles(path);
  await expect(page.getByRole('heading', { name: 'Which layer?' })).toBeVisible();
  await expectAccessibleState(page);
  await expect(page.getByText('1 feature', { exact: true })).toBeVisible();
  await expect(page.getByText('2 features')).toBeVisible();
  await page.getByRole('radio', { name: 'wireless_2026' }).check();
  await page.getByRole('button', { name: 'Read this layer' }).click();
  await expect(page.getByRole('heading', { name: 'About the file' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: /^wireless_2026$/ })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: /^2$/ }).first()).toBeVisible();
  await expect(page.getByLabel('“Layer Net” is')).toBeVisible();
  expect(errors).toEqual([]);
});

test('a second delivery replaces or adds; an unknown provider becomes another name of an existing one', async ({
  page,
  baseURL,
}) => {
  test.slow();
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'coverage-second@watea.example', 'editor');
  const given = (name: string, provider: string) => testFile(name, coverage(provider, 1));
  watea(baseURL ?? '', 'coverage', 'import', given('kaka.geojson', 'Kākā Link'), '--new-provider', '--publish');

  await uploadCoverage(page, given('north.geojson', 'KAKA-LINK LTD'));
  await expect(page.getByRole('heading', { name: 'Unknown providers' })).toBeVisible();
  await startImport(page);
  await expect(page.getByText('Choose which provider this is.')).toBeVisible();
  await page.getByLabel('“KAKA-LINK LTD” is').selectOption('Another name of Kākā Link');
  await expect(page.getByText('Fibre of Kākā Link, delivery “kaka”: 1 area')).toBeVisible();
  await startImport(page);
  await expect(page.getByText('Choose what happens to the published coverage.')).toBeVisible();
  await expectAccessibleState(page);
  await page.getByRole('radio', { name: 'Add to it' }).check();
  await page.getByLabel('Name of the delivery').fill('kaka');
  await startImport(page);
  await expect(page.getByText(/^There is already a delivery named "kaka"/)).toBeVisible();
  await page.getByLabel('Name of the delivery').fill('north');
  await startImport(page);
  const added = await followToVersion(page);
  await pressAndConfirm(page, `Publish version ${added}`, 'Publish');

  // the provider is known now, and the earlier delivery of that name is replaced
  await uploadCoverage(page, given('north.geojson', 'Kaka-Link Ltd'));
  await expect(page.getByRole('heading', { name: 'Unknown providers' })).toBeHidden();
  await expect(page.getByText('If left empty: “north”.')).toBeVisible();
  await page.getByRole('radio', { name: 'Replace it' }).check();
  await startImport(page);
  await followToVersion(page);
  await page.getByText(/added or removed$/).click();
  await page.getByText(/kept from before$/).click();
  await expect(page.getByRole('row', { name: /Fibre.*Kākā Link.*north/ }).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /Fibre.*Kākā Link.*kaka/ }).first()).toBeVisible();
  watea(baseURL ?? '', 'coverage', 'rollback');
  watea(baseURL ?? '', 'coverage', 'rollback');
  expect(errors).toEqual([]);
});
