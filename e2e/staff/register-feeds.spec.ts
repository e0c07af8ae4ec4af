import { expectAccessibleState } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { compareFeed, importFeed, seededRegister } from '#e2e/support/register.ts';
import { listenForErrors, signInByCookie } from '#e2e/support/staff.ts';

test('an editor compares a register file, imports it, and undoes the import', async ({ page, baseURL }) => {
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'feeds@watea.example', 'editor');
  await page.goto('/admin/register/feeds');
  await expect(page.getByRole('heading', { level: 1, name: 'Imports' })).toBeVisible();
  await expectAccessibleState(page);
  await page.getByRole('button', { name: 'Compare with the register' }).click();
  await expect(page.getByText('Choose a file.')).toBeVisible();

  const pukeko = 'pūkeko-journey.nz';
  await compareFeed(page, seededRegister('journey-changes.csv', [`${pukeko},2020-01-01,`]), 'Changes');
  await expect(page.getByText('Nothing has changed yet.')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(pukeko) })).toContainText('not in the register');
  await expectAccessibleState(page);
  await importFeed(page);
  await page.getByRole('link', { name: 'See what it changed' }).click();
  await expect(page.getByRole('row', { name: new RegExp(pukeko) })).toContainText('registered 1 Jan 2020');
  await expectAccessibleState(page);
  await page.getByRole('link', { name: pukeko }).click();
  await expect(page.getByText('200 Active', { exact: true })).toBeVisible();

  // a file that lacks nearly every name, like an incomplete one
  await compareFeed(page, seededRegister('journey-cut.csv', [`${pukeko},2020-01-01,`]), 'The whole register');
  await expectAccessibleState(page);
  const field = page.getByLabel(/^If the file is complete, type \d+ to import it$/);
  await page.getByRole('button', { name: 'Import the file' }).click();
  await expect(page.getByText(/^Type \d+ exactly\.$/)).toBeVisible();
  const [number = ''] = /\d+/.exec((await page.getByText(/^If the file is complete/).textContent()) ?? '') ?? [];
  await field.fill(number);
  await importFeed(page);

  for (const file of ['journey-cut.csv', 'journey-changes.csv']) {
    await page.goto('/admin/register/feeds');
    await page.getByRole('button', { name: 'Undo the last import' }).click();
    const dialog = page.getByRole('dialog', { name: new RegExp(`Undo import \\d+ \\(${file}\\)\\?`) });
    await dialog.getByRole('button', { name: 'Undo the last import' }).click();
    await expect(page.getByText(new RegExp(`^Import \\d+ \\(${file}\\) was undone\\.$`))).toBeVisible();
  }
  await page.goto(`/admin/register?name=${encodeURIComponent(pukeko)}`);
  await expect(page.getByText('220 Available', { exact: true })).toBeVisible();

  await page.goto('/admin/register/feeds');
  await expect(page.getByRole('row', { name: /undo of import/ }).first()).toContainText('Done');
  await expect(page.getByRole('row', { name: /journey-cut\.csv Whole register/ })).toContainText('Undone');
  // after an undo no kind is proposed
  await page.getByRole('button', { name: 'Compare with the register' }).click();
  await expect(page.getByText('Choose one of the options.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'The whole register' })).toBeFocused();
  expect(errors).toEqual([]);
});

test('staff see past and coming release jobs and their names', async ({ page, baseURL }) => {
  test.slow();
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'jobs@watea.example', 'viewer');
  await page.goto('/admin/register/releases');
  await expect(page.getByRole('heading', { level: 2, name: 'Coming' })).toBeVisible();
  await expectAccessibleState(page);
  await page.getByRole('region', { name: 'coming jobs' }).getByRole('link').first().click();
  await expect(page.getByText(/^It would release /)).toBeVisible();
  await expectAccessibleState(page);
  await page.getByRole('link', { name: 'All jobs' }).click();
  await page.getByRole('region', { name: 'past jobs' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 2, name: 'The run' })).toBeVisible();
  await expectAccessibleState(page);
  expect(errors).toEqual([]);
});
