import { expectAccessibleState } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { compareFeed, importFeed, seededRegister } from '#e2e/support/register.ts';
import { comeIn, listenForErrors } from '#e2e/support/staff.ts';

test('an editor feeds the register: sees the difference, imports it, and takes it back', async ({ page, baseURL }) => {
  const errors = listenForErrors(page);
  await comeIn(page, baseURL ?? '', 'feeds@watea.example', 'editor');
  await page.goto('/admin/register/feeds');
  await expect(page.getByRole('heading', { level: 1, name: 'Feeds' })).toBeVisible();
  await expectAccessibleState(page);
  await page.getByRole('button', { name: 'Show the difference' }).click();
  await expect(page.getByText('Please choose a file.')).toBeVisible();
  await expect(page.getByText('Please say what the file is.')).toBeVisible();

  const pukeko = 'pūkeko-journey.nz';
  await compareFeed(page, seededRegister('journey-changes.csv', [`${pukeko},2020-01-01,`]), 'Changes');
  await expect(page.getByText('Nothing has changed yet.')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(pukeko) })).toContainText('not in the register');
  await expectAccessibleState(page);
  await importFeed(page);
  await page.getByRole('link', { name: 'See what it changed' }).click();
  await expect(page.getByRole('row', { name: new RegExp(pukeko) })).toContainText('registered 2020-01-01');
  await expectAccessibleState(page);
  await page.getByRole('link', { name: pukeko }).click();
  await expect(page.getByText('200 Active', { exact: true })).toBeVisible();

  // a file that lacks nearly everything, as one that was cut short does
  await compareFeed(page, seededRegister('journey-cut.csv', [`${pukeko},2020-01-01,`]), 'The whole register');
  await expectAccessibleState(page);
  const field = page.getByLabel(/^If the file is whole, type \d+ to go on$/);
  await page.getByRole('button', { name: 'Import it' }).click();
  await expect(page.getByText(/^Type \d+, the number of names that the file lacks\.$/)).toBeVisible();
  const [number = ''] = /\d+/.exec((await page.getByText(/^If the file is whole/).textContent()) ?? '') ?? [];
  await field.fill(number);
  await importFeed(page);

  for (const file of ['journey-cut.csv', 'journey-changes.csv']) {
    await page.goto('/admin/register/feeds');
    await page.getByRole('button', { name: 'Take the last import back' }).click();
    const dialog = page.getByRole('dialog', { name: new RegExp(`Take run \\d+ back \\(${file}\\)\\?`) });
    await dialog.getByRole('button', { name: 'Take the last import back' }).click();
    await expect(page.getByText(new RegExp(`^Run \\d+ \\(${file}\\) was undone\\.$`))).toBeVisible();
  }
  await page.goto(`/admin/register?name=${encodeURIComponent(pukeko)}`);
  await expect(page.getByText('220 Available', { exact: true })).toBeVisible();

  await page.goto('/admin/register/feeds');
  await expect(page.getByRole('row', { name: /undo of run/ }).first()).toContainText('Done');
  await expect(page.getByRole('row', { name: /journey-cut\.csv Whole register/ })).toContainText('Taken back');
  expect(errors).toEqual([]);
});

test('staff see past and coming release jobs and their names', async ({ page, baseURL }) => {
  test.slow();
  const errors = listenForErrors(page);
  await comeIn(page, baseURL ?? '', 'jobs@watea.example', 'viewer');
  await page.goto('/admin/register/releases');
  await expect(page.getByRole('heading', { level: 2, name: 'To come' })).toBeVisible();
  await expectAccessibleState(page);
  await page.getByRole('region', { name: 'coming jobs' }).getByRole('link').first().click();
  await expect(page.getByText(/^As the register stands now it would take /)).toBeVisible();
  await expectAccessibleState(page);
  await page.getByRole('link', { name: 'All jobs' }).click();
  await page.getByRole('region', { name: 'past jobs' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 2, name: 'When it ran' })).toBeVisible();
  await expectAccessibleState(page);
  expect(errors).toEqual([]);
});
