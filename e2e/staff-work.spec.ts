import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { expectAccessible, listenForErrors, signUp } from './staff.ts';

const square = (longitude: number, latitude: number, side: number) => [
  [longitude, latitude],
  [longitude + side, latitude],
  [longitude + side, latitude + side],
  [longitude, latitude + side],
  [longitude, latitude],
];

/** A coverage file of one offer over many areas. */
function coverage(provider: string, areas: number, more: object = {}): string {
  const features = Array.from({ length: areas }, (_, place) => ({
    type: 'Feature',
    properties: {
      ...{ technology: 'Fibre', provider, availability: 'Available', bandwidth_min_mbps: 100 },
      ...{ bandwidth_max_mbps: 900, bandwidth_up_min_mbps: 20, bandwidth_up_max_mbps: 500, ...more },
    },
    geometry: {
      type: 'Polygon',
      coordinates: [square(170 + (place % 200) * 0.01, -45 + Math.floor(place / 200) * 0.01, 0.005)],
    },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** Lays a file where the browser can choose it. */
function laid(name: string, content: string): string {
  const path = join(process.env.WATEA_E2E_FOLDER ?? '', name);
  writeFileSync(path, content);
  return path;
}

const choose = (page: Page, path: string) => page.locator('input[type=file]').setInputFiles(path);
const begin = (page: Page) => page.getByRole('button', { name: 'Import', exact: true }).click();

test('an editor imports a coverage file, through a connection that breaks, and sees what came of it', async ({
  page,
  baseURL,
}) => {
  test.slow();
  const errors = listenForErrors(page);
  await signUp(page, baseURL ?? '', 'work-editor@watea.example', 'editor');
  await page.goto('/admin/work?search=nothing+of+that+name');
  await expect(page.getByText('No work is like that.')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/admin/coverage/import');
  await expect(page.getByRole('heading', { level: 1, name: 'Import coverage' })).toBeVisible();
  await expectAccessible(page);

  await begin(page);
  await expect(page.getByText('Please choose a file.')).toBeVisible();

  let broken = 0;
  await page.route('**/admin/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH' && broken++ < 2) await route.abort('connectionreset');
    else await route.continue();
  });
  await choose(page, laid('rural.geojson', coverage('Rural Fibre', 3000)));
  await expect(page.getByText('The connection is lost.').first()).toBeVisible();
  await expect(page.getByText('Uploaded').first()).toBeVisible();
  expect(broken).toBeGreaterThan(2);
  await expectAccessible(page);
  await page.getByLabel('Add providers that are not known yet').check();
  await begin(page);

  await expect(page.getByRole('heading', { level: 1, name: 'Coverage from rural.geojson' })).toBeVisible();
  await expect(page.getByText(/^Coverage version \d+ is ready to be published\.$/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Rural Fibre is a new provider.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'All work' }).click();
  const row = page.getByRole('row', { name: /Coverage from rural\.geojson/ });
  await expect(row).toContainText('Done');
  await expectAccessible(page);
  // the connection was broken on purpose
  expect(errors.filter((text) => !text.includes('net::ERR_CONNECTION_RESET'))).toEqual([]);
});

test('of two imports the second waits for the first, which an editor cancels by keyboard', async ({
  page,
  baseURL,
}) => {
  test.slow();
  const errors = listenForErrors(page);
  await signUp(page, baseURL ?? '', 'work-keyboard@watea.example', 'editor');
  const large = laid('large.geojson', coverage('Large Fibre', 60_000));
  const small = laid('small.geojson', coverage('Small Fibre', 1));
  const addresses: string[] = [];
  for (const path of [large, small]) {
    await page.goto('/admin/coverage/import');
    await choose(page, path);
    await expect(page.getByText('Uploaded').first()).toBeVisible();
    await page.getByLabel('Add providers that are not known yet').check();
    await begin(page);
    await expect(page).toHaveURL(/\/admin\/work\/\d+$/);
    addresses.push(page.url());
  }
  await expect(page.getByText('Waits until this has ended: Coverage from large.geojson').first()).toBeVisible();
  await expectAccessible(page);

  await page.goto(addresses[0] ?? '');
  const cancel = page.getByRole('button', { name: 'Cancel this work' });
  await expect(page.getByRole('progressbar')).toBeVisible();
  await cancel.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel “Coverage from large.geojson”?' });
  await dialog.getByRole('button', { name: 'Cancel this work' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'It was cancelled' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Nothing of it was kept.')).toBeVisible();
  await expectAccessible(page);

  await page.goto(addresses[1] ?? '');
  await expect(page.getByText(/is ready to be published\.$/)).toBeVisible({ timeout: 60_000 });
  expect(errors).toEqual([]);
});

test('a file with faults says each of them', async ({ page, baseURL }) => {
  const errors = listenForErrors(page);
  await signUp(page, baseURL ?? '', 'work-faults@watea.example', 'editor');
  await page.goto('/admin/coverage/import');
  await choose(page, laid('pigeons.geojson', coverage('Pigeon Post', 30, { technology: 'Pigeon' })));
  await expect(page.getByText('Uploaded').first()).toBeVisible();
  await page.getByLabel('Add providers that are not known yet').check();
  await begin(page);
  await expect(page.getByRole('heading', { name: 'Why it failed' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('These are the first 20 of 30 places.')).toBeVisible();
  await expectAccessible(page);
  expect(errors).toEqual([]);
});
