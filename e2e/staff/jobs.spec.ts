import { expectAccessibleState } from '#e2e/support/axe.ts';
import {
  choose,
  chooseNewProvider,
  coverage,
  importAsNew,
  startImport,
  testFile,
  uploadCoverage,
} from '#e2e/support/coverage.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { listenForErrors, signInByCookie } from '#e2e/support/staff.ts';

test('an editor imports a coverage file, through a connection that breaks, and sees the result', async ({
  page,
  baseURL,
}) => {
  test.slow();
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'work-editor@watea.example', 'editor');
  // the address of 0.1.0, which people kept
  await page.goto('/admin/work?search=nothing+of+that+name');
  await expect(page).toHaveURL(/\/admin\/jobs\?search=nothing/);
  await expect(page.getByText('No jobs match.')).toBeVisible();
  await expectAccessibleState(page);
  await page.goto('/admin/coverage/import');
  await expect(page.getByRole('heading', { level: 1, name: 'Import coverage' })).toBeVisible();
  await expectAccessibleState(page);

  let broken = 0;
  await page.route('**/admin/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH' && broken++ < 2) await route.abort('connectionreset');
    else await route.continue();
  });
  await choose(page, testFile('rural.geojson', coverage('Rural Fibre', 3000)));
  await expect(page.getByText('The connection was lost.').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'rural.geojson' })).toBeVisible();
  expect(broken).toBeGreaterThan(2);
  await chooseNewProvider(page, 'Rural Fibre');
  await startImport(page);

  await expect(page.getByRole('heading', { level: 1, name: 'Coverage from rural.geojson' })).toBeVisible();
  await expect(page.getByText(/^Coverage version \d+ is ready to be published\.$/)).toBeVisible();
  await expect(page.getByText('Rural Fibre is a new provider.')).toBeVisible();
  await expectAccessibleState(page);

  await page.getByRole('link', { name: 'All jobs' }).click();
  const row = page.getByRole('row', { name: /Coverage from rural\.geojson/ });
  await expect(row).toContainText('Done');
  await expectAccessibleState(page);
  // the connection was broken on purpose
  expect(errors.filter((text) => !text.includes('net::ERR_CONNECTION_RESET'))).toEqual([]);
});

test('the second of two imports waits for the first, which an editor cancels by keyboard', async ({
  page,
  baseURL,
}) => {
  test.slow();
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'work-keyboard@watea.example', 'editor');
  const large = testFile('large.geojson', coverage('Large Fibre', 60_000));
  const small = testFile('small.geojson', coverage('Small Fibre', 1));
  const addresses: string[] = [];
  // both files are inspected first: the first import must still be running when the second is added
  await uploadCoverage(page, small);
  const smallMapping = page.url();
  await importAsNew(page, large, 'Large Fibre');
  addresses.push(page.url());
  await page.goto(smallMapping);
  await chooseNewProvider(page, 'Small Fibre');
  await startImport(page);
  await expect(page).toHaveURL(/\/admin\/jobs\/\d+$/);
  addresses.push(page.url());
  await expect(page.getByText('Starts after: Coverage from large.geojson').first()).toBeVisible();
  await expectAccessibleState(page);

  await page.goto(addresses[0] ?? '');
  const cancel = page.getByRole('button', { name: 'Cancel this job' });
  await expect(page.getByRole('progressbar')).toBeVisible();
  await cancel.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel “Coverage from large.geojson”?' });
  await dialog.getByRole('button', { name: 'Cancel this job' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'It was cancelled' })).toBeVisible();
  await expect(page.getByText('Nothing of it was kept.')).toBeVisible();
  await expectAccessibleState(page);

  await page.goto(addresses[1] ?? '');
  await expect(page.getByText(/is ready to be published\.$/)).toBeVisible();
  expect(errors).toEqual([]);
});

test('an import that fails lists each fault, and leads to the import settings and to another file', async ({
  page,
  baseURL,
}) => {
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'work-faults@watea.example', 'editor');
  const path = testFile('pigeons.geojson', coverage('Pigeon Post', 30, { bandwidth_max_mbps: 'fast' }));
  await importAsNew(page, path, 'Pigeon Post');
  await expect(page.getByRole('heading', { name: 'Why it failed' })).toBeVisible();
  await expect(page.getByText('The first 20 of 30 places are shown.')).toBeVisible();
  await expectAccessibleState(page);

  // the same file would fail again
  await expect(page.getByRole('button', { name: /^Try again/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Choose another file' })).toHaveAttribute(
    'href',
    '/admin/coverage/import',
  );
  await page.getByRole('link', { name: 'Change the import settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'pigeons.geojson' })).toBeVisible();
  await expect(page.getByLabel('“Pigeon Post” is')).toHaveValue('new');
  expect(errors).toEqual([]);
});
