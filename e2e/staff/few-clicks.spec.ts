import type { Locator } from '@playwright/test';
import { expectAccessible } from '#e2e/support/axe.ts';
import { coverage, importAsNew, testFile } from '#e2e/support/coverage.ts';
import { holdScripts } from '#e2e/support/held-scripts.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { compareFeed, importFeed, seededRegister } from '#e2e/support/register.ts';
import { listenForErrors, signInByCookie, watea } from '#e2e/support/staff.ts';

/** Counts what is pressed or chosen, from the overview on. */
function counter() {
  let count = 0;
  return {
    press: async (what: Locator) => {
      count++;
      await what.click();
    },
    choose: async (what: Locator, label: string) => {
      count++;
      await what.selectOption({ label });
    },
    get count() {
      return count;
    },
  };
}

test('a refused caller is allowed from the overview with two clicks, and only for a registrar that is chosen', async ({
  page,
  request,
  baseURL,
}) => {
  const errors = listenForErrors(page);
  const caller = '198.51.100.91';
  watea(baseURL ?? '', 'registrars', 'add', 'Kākā Names');
  const status = async () =>
    (await request.get('/1.0/availability?string=example', { headers: { 'X-Forwarded-For': caller } })).status();
  expect(await status()).toBe(403);
  await signInByCookie(page, baseURL ?? '', 'clicks-allow@watea.example', 'editor');
  const card = page.getByRole('region', { name: 'Refused by the registry today' });
  await expect(async () => {
    await page.goto('/admin');
    await expect(card).toContainText(caller, { timeout: 500 });
  }).toPass();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Allow' }).click();
  await expect(card.getByText('Fix the highlighted fields.')).toBeVisible();
  expect(await status()).toBe(403);

  // on a slow connection people choose before the scripts have come
  const sendScripts = await holdScripts(page);
  await page.goto('/admin', { waitUntil: 'commit' });
  const clicks = counter();
  await clicks.choose(card.getByLabel(/^Registrar/), 'Kākā Names');
  sendScripts();
  await page.waitForLoadState();
  await clicks.press(card.getByRole('button', { name: 'Allow' }));
  await expect(card.getByText(`${caller} is allowed.`)).toBeVisible();
  expect(clicks.count).toBe(2);
  await expect.poll(status, { timeout: 2000 }).toBe(200);
  expect(errors).toEqual([]);
});

test('a register file of the usual kind is imported with three clicks', async ({ page, baseURL }) => {
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'clicks-feed@watea.example', 'editor');
  await compareFeed(page, seededRegister('usual-1.csv', ['few-clicks-1.nz,2020-01-01,']), 'Changes');
  await importFeed(page);
  await page.goto('/admin');
  const clicks = counter();
  await clicks.press(page.getByRole('link', { name: 'Import the register' }));
  await expect(page.getByRole('radio', { name: 'Changes' })).toBeChecked();
  const chooser = page.waitForEvent('filechooser');
  await clicks.press(page.getByRole('button', { name: 'Choose a file' }));
  await (await chooser).setFiles(seededRegister('usual-2.csv', ['few-clicks-2.nz,2020-01-01,']));
  await clicks.press(page.getByRole('button', { name: 'Import the file' }));
  await expect(page.getByText(/was imported \(import \d+\)\.$/)).toBeVisible();
  expect(clicks.count).toBe(3);
  for (const file of ['usual-2.csv', 'usual-1.csv']) {
    await page.goto('/admin/register/feeds');
    await page.getByRole('button', { name: 'Undo the last import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the last import' }).click();
    await expect(page.getByText(new RegExp(`^Import \\d+ \\(${file}\\) was undone\\.$`))).toBeVisible();
  }
  expect(errors).toEqual([]);
});

test('a delivery is published from the overview with two clicks, which say what it changes', async ({
  page,
  baseURL,
}) => {
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'clicks-publish@watea.example', 'editor');
  await importAsNew(page, testFile('few-clicks.geojson', coverage('Few Clicks Fibre', 3)), 'Few Clicks Fibre');
  await expect(page.getByText(/^Coverage version \d+ is ready to be published\.$/)).toBeVisible();
  const card = page.getByRole('region', { name: 'Versions to publish' });
  await expect(async () => {
    await page.goto('/admin');
    await expect(card).toContainText('1 new layer', { timeout: 500 });
  }).toPass();
  await expectAccessible(page);
  const clicks = counter();
  await clicks.press(card.getByRole('button', { name: /^Publish version \d+$/ }).first());
  const dialog = page.getByRole('dialog', { name: /^Publish version \d+\?$/ });
  await expect(dialog).toContainText('1 new layer');
  await clicks.press(dialog.getByRole('button', { name: 'Publish' }));
  await expect(dialog).toHaveCount(0);
  expect(clicks.count).toBe(2);
  await page.goto('/admin/coverage');
  await expect(page.getByRole('row', { name: /^Version \d+ .*few-clicks\.geojson/ })).toContainText('Published');
  await page.getByRole('button', { name: /^Roll back version/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
  await expect(page.getByRole('row', { name: /^Version \d+ .*few-clicks\.geojson/ })).toContainText('Was published');
  expect(errors).toEqual([]);
});
