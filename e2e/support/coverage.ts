import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

const square = (longitude: number, latitude: number, side: number) => [
  [longitude, latitude],
  [longitude + side, latitude],
  [longitude + side, latitude + side],
  [longitude, latitude + side],
  [longitude, latitude],
];

/** A coverage file of one offer over many areas, as GeoJSON. */
export function coverage(provider: string, areas: number, more: object = {}): string {
  const features = Array.from({ length: areas }, (_, place) => ({
    type: 'Feature',
    properties: {
      technology: 'Fibre',
      provider,
      availability: 'Available',
      bandwidth_min_mbps: 100,
      bandwidth_max_mbps: 900,
      bandwidth_up_min_mbps: 20,
      bandwidth_up_max_mbps: 500,
      ...more,
    },
    geometry: {
      type: 'Polygon',
      coordinates: [square(170 + (place % 200) * 0.01, -45 + Math.floor(place / 200) * 0.01, 0.005)],
    },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** Writes a file where the browser can choose it. @returns its path */
export function testFile(name: string, content: string | Buffer): string {
  const path = join(process.env.WATEA_E2E_FOLDER ?? '', name);
  writeFileSync(path, content);
  return path;
}

export const choose = (page: Page, path: string) => page.locator('input[type=file]').setInputFiles(path);
export const startImport = (page: Page) => page.getByRole('button', { name: 'Import', exact: true }).click();

/** Uploads a file and waits until it has been read and its screen asks what it means. */
export async function uploadCoverage(page: Page, path: string): Promise<void> {
  await page.goto('/admin/coverage/import');
  await choose(page, path);
  await expect(page).toHaveURL(/\/admin\/coverage\/import\/\d+$/);
  await expect(page.getByRole('heading', { name: 'About the file' })).toBeVisible();
}

/** Uploads a file whose columns are named like the fields, and imports it for a new provider. */
export async function importAsNew(page: Page, path: string, provider: string): Promise<void> {
  await uploadCoverage(page, path);
  await chooseNewProvider(page, provider);
  await startImport(page);
  await expect(page).toHaveURL(/\/admin\/jobs\/\d+$/);
}

/** Answers on a file's screen that a provider is new. */
export async function chooseNewProvider(page: Page, provider: string): Promise<void> {
  const choice = page.getByLabel(`“${provider}” is`);
  // a choice made before the page's script takes over is lost
  await expect(async () => {
    await choice.selectOption('A new provider');
    await expect(choice).toHaveValue('new', { timeout: 200 });
    await page.waitForTimeout(200);
    await expect(choice).toHaveValue('new', { timeout: 200 });
  }).toPass();
}
