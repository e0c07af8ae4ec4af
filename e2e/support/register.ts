import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Writes a register file where the browser can choose it. */
export function seededRegister(name: string, rows: readonly string[]): string {
  const path = join(process.env.WATEA_E2E_FOLDER ?? '', name);
  writeFileSync(path, ['domain,registered,cancel_date', ...rows, ''].join('\n'));
  return path;
}

/** Compares a register file with the register on the server. */
export async function compareFeed(page: Page, path: string, kind: string): Promise<void> {
  await page.goto('/admin/register/feeds');
  await page.getByRole('radio', { name: kind }).check();
  await page.locator('input[type=file]').setInputFiles(path);
  await expect(page.getByRole('heading', { name: 'What it would change' })).toBeVisible();
}

/** Imports the compared file. */
export async function importFeed(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import the file' }).click();
  await expect(page.getByText(/was imported \(import \d+\)\.$/)).toBeVisible();
}
