import { expectAccessibleState } from '#e2e/support/axe.ts';
import { coverage, testFile } from '#e2e/support/coverage.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { expectCirclesApart } from '#e2e/support/over-map.ts';
import { listenForErrors, signInByCookie, watea } from '#e2e/support/staff.ts';

/** Imports a file on the command line. @returns the number of the version it made */
function importVersion(baseUrl: string, path: string, ...options: string[]): number {
  return watea<{ version: number }>(baseUrl, 'coverage', 'import', path, '--new-provider', ...options).version;
}

test('a version’s page leads from its lists to the map and back, confirms large losses, publishes and rolls back', async ({
  page,
  baseURL,
}) => {
  const base = baseURL ?? '';
  const taking = importVersion(base, testFile('page-taking.geojson', coverage('Page Taker', 3)), '--replace-all');
  const adding = importVersion(base, testFile('page-adding.geojson', coverage('Page Adder', 3)), '--add');
  await signInByCookie(page, base, 'versions@watea.example', 'editor');
  const errors = listenForErrors(page);

  await page.goto('/admin/coverage');
  await page.getByRole('link', { name: `Version ${taking}`, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Version ${taking}` })).toBeVisible();
  await expect(page.getByText(/^Publishing it takes away \d/)).toBeVisible();
  await page.getByRole('button', { name: `Publish version ${taking}` }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Publish' });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox', { name: /^Type .*Fibre.* to go on$/ }).fill('Fibre, but not all of them');
  await expect(confirm).toBeDisabled();
  await page.keyboard.press('Escape');

  const map = page.getByRole('application', { name: /^Map of .*: changes/ });
  const zoomIn = page.getByRole('button', { name: 'Zoom in' });
  await expect(async () => {
    await zoomIn.click();
    expect(await page.locator('[data-over-names]').count()).toBeGreaterThan(1);
  }).toPass();
  await expectCirclesApart(page);
  const sample = page.getByRole('button', { name: /: show point 1, .* on the map$/ });
  await sample.focus();
  await page.keyboard.press('Enter');
  await expect(map).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'The map shows point 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to the list' }).press('Enter');
  await expect(sample).toBeFocused();
  await page.getByText('Before', { exact: true }).first().click();
  await expect(page.getByRole('application', { name: /^Map of .*: before/ })).toBeVisible();
  await expectAccessibleState(page);

  await page.goto(`/admin/coverage/versions/${adding}`);
  await page.getByRole('button', { name: `Publish version ${adding}` }).click();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'GeoPackage' })).toBeVisible();
  await page.goto(`/admin/coverage/versions/${taking}`);
  await expect(page.getByText(`but version ${adding} has been published since.`).first()).toBeVisible();
  await expect(page.getByRole('button', { name: `Rebuild and publish version ${taking}` })).toBeVisible();

  await page.goto(`/admin/coverage/versions/${adding}`);
  await page.getByRole('button', { name: `Roll back version ${adding}` }).click();
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await expect(page.getByText('Was published', { exact: true })).toBeVisible();
  // another journey may be changing coverage
  await expect(() => watea(base, 'coverage', 'delete', String(taking))).toPass({ timeout: 60_000 });
  expect(errors).toEqual([]);
});
