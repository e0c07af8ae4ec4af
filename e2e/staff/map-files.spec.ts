import type { Page } from '@playwright/test';
import { expectAccessibleState } from '#e2e/support/axe.ts';
import { choose, testFile } from '#e2e/support/coverage.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { mapOf } from '#e2e/support/map-page.ts';
import { listenForErrors, signInByCookie } from '#e2e/support/staff.ts';
import { smallPmtiles } from '#tests/support/base-map/small-pmtiles.ts';

const tile = Buffer.from([]);
const streets = smallPmtiles({ tile, attribution: '© <a href="https://osm.example/">Mappers</a>' });
const aliases = 'name,alias,latitude,longitude\nWellington,Windy City,-41.2866,174.7756\n';

const partOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });

/** Uploads a file and waits for the page of its job. */
async function upload(page: Page, name: string, content: string | Buffer): Promise<void> {
  await page.goto('/admin/base-map');
  await choose(page, testFile(name, content));
  await expect(page).toHaveURL(/\/admin\/jobs\/\d+$/);
}

test('staff load a street map and other names in the browser, see them on the map, and remove the street map', async ({
  page,
  baseURL,
  context,
}) => {
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'map-files@watea.example', 'editor');
  await page.goto('/admin/base-map');
  await expect(partOf(page, 'Street map')).toContainText('Not loaded');
  await expectAccessibleState(page);

  // close up, the map says to staff alone how to load one
  const map = await context.newPage();
  await map.goto('/#map=15/-41.2866/174.7756');
  await expect(map.getByText('Streets are not shown here', { exact: false })).toBeVisible();
  await expect(map.getByRole('link', { name: 'Map', exact: true })).toHaveAttribute('href', '/admin/base-map');
  await expect(map.getByText('basemap fetch')).toBeVisible();

  await upload(page, 'nz.pmtiles', streets);
  await expect(page.getByText(/^nz\.pmtiles is the street map now/)).toBeVisible();
  await expectAccessibleState(page);
  await map.reload();
  await expect(map.getByRole('link', { name: 'Mappers' })).toBeVisible();
  await expect(map.getByText('Streets are not shown here', { exact: false })).toHaveCount(0);

  await upload(page, 'aliases.csv', aliases);
  await expect(page.getByText(/^aliases\.csv is searched by the map now: other names, 1 entry\./)).toBeVisible();
  await map.getByRole('combobox', { name: 'Where?' }).fill('windy city');
  await expect(map.getByRole('option', { name: /Wellington/ }).first()).toBeVisible();

  await page.goto('/admin/base-map');
  await expect(partOf(page, 'Street map')).toContainText('nz.pmtiles');
  await expect(partOf(page, 'Other names')).toContainText('1 entries');
  await page.getByRole('button', { name: 'Remove nz.pmtiles' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(partOf(page, 'Street map')).toContainText('Not loaded');
  await page.goto('/admin/audit');
  for (const sentence of ['Removed the street map', 'Imported the street map'])
    await expect(page.getByText(sentence).locator('visible=true').first()).toBeVisible();
  expect(errors).toEqual([]);
});

test('a file of another kind is refused with a reason, and nothing changes', async ({ page, baseURL }) => {
  await signInByCookie(page, baseURL ?? '', 'map-files-2@watea.example', 'editor');
  const pictures = smallPmtiles({ tile, tileType: 2 });
  const elsewhere = smallPmtiles({ tile, bounds: [5, 45, 10, 50] });
  for (const [name, content, sentence] of [
    ['letter.csv', 'Dear Sir or Madam\n', 'letter.csv is not a list of places that can be read'],
    ['pictures.pmtiles', pictures, 'pictures.pmtiles contains pictures; a street map has vector tiles.'],
    ['alps.pmtiles', elsewhere, 'alps.pmtiles contains no tiles of New Zealand.'],
    ['cut.pmtiles', streets.subarray(0, streets.length - 20), 'cut.pmtiles is incomplete: download it again.'],
  ] as const) {
    await upload(page, name, content);
    await expect(page.getByText(sentence).first()).toBeVisible();
  }
  await page.goto('/admin/base-map');
  await expect(partOf(page, 'Street map')).toContainText('Not loaded');
});

test('a viewer sees what is loaded and loads nothing; a page of another site starts no upload', async ({
  page,
  baseURL,
}) => {
  await signInByCookie(page, baseURL ?? '', 'map-files-3@watea.example', 'viewer');
  await page.goto('/admin/base-map');
  await expect(partOf(page, 'Gazetteer')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Load a file' })).toHaveCount(0);
  const announce = async (origin: string) => {
    const headers = { Origin: origin, 'Content-Type': 'application/json' };
    const data = { name: 'nz.pmtiles', bytes: streets.length, queue: 'map' };
    return (await page.request.post('/admin/uploads', { headers, data })).status();
  };
  expect(await announce(baseURL ?? '')).toBe(403);
  await page.context().clearCookies();
  await signInByCookie(page, baseURL ?? '', 'map-files-4@watea.example', 'editor');
  expect(await announce('https://evil.example')).toBe(403);
  // nobody else is shown how to load a street map
  await page.context().clearCookies();
  await page.goto('/#map=15/-41.2866/174.7756');
  await mapOf(page).waitFor();
  await expect(page.getByText('Streets are not shown here', { exact: false })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('basemap import')).toHaveCount(0);
});
