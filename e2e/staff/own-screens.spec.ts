import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/axe.ts';
import { choose, coverage, startImport, testFile } from '#e2e/support/coverage.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { expectWalkable } from '#e2e/support/keyboard.ts';
import { expectNarrow } from '#e2e/support/public-axe.ts';
import { acceptLink, listenForErrors, watea } from '#e2e/support/staff.ts';

const provider = 'Tūī Fibre (invented)';

/** Asserts that a screen is accessible at a desk and on a phone, in light and dark, and can be walked by keyboard. */
async function expectWholeScreen(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expectWalkable(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectWalkable(page);
  await expectNarrow(page);
  await page.setViewportSize({ width: 1280, height: 900 });
}

test('each screen of a provider’s person can be walked by keyboard, and axe finds nothing on it', async ({
  page,
  browser,
  origin,
}) => {
  test.slow();
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${origin}/`);
  const status = await visitor.evaluate(async () => {
    const report = { latitude: '-41.2866', longitude: '174.7756', what: 'No fibre yet.', provider: null, seconds: 60 };
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch('/reports', { method: 'POST', headers, body: JSON.stringify(report) })).status;
  });
  expect(status).toBe(201);

  const errors = listenForErrors(page);
  const asProvider = ['--role', 'provider', '--provider', provider];
  const { link } = watea<{ link: string }>(origin, 'staff', 'add', 'rua@tui-fibre.example', ...asProvider);
  await acceptLink(page, link);
  await expect(page).toHaveURL('/admin/own');
  await expectWholeScreen(page);
  await page.goto('/admin/own/import');
  await expectWholeScreen(page);
  await choose(page, testFile('own-screens.geojson', coverage(provider, 1)));
  await expect(page).toHaveURL(/\/admin\/own\/import\/\d+$/);
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeVisible();
  await expectWholeScreen(page);
  await page.getByRole('radio', { name: /^Add/ }).check();
  await page.getByLabel('Name of the delivery', { exact: true }).fill('Towns');
  await startImport(page);
  await expect(page).toHaveURL(/\/admin\/own\/deliveries\/\d+$/);
  await expectWholeScreen(page);
  await page.goto('/admin/own/deliveries');
  await expectWholeScreen(page);
  await page.goto('/admin/own/reports');
  await expectWholeScreen(page);
  await page.getByRole('link', { name: 'No fibre yet.' }).first().click();
  await expect(page).toHaveURL(/\/admin\/own\/reports\/\d+$/);
  await expectWholeScreen(page);
  expect(errors).toEqual([]);
});
