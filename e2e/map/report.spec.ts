import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/journey.ts';
import { press, tabTo } from '#e2e/support/keyboard.ts';
import { expectNarrow, expectPublicAccessible } from '#e2e/support/public-axe.ts';
import { listenForErrors, signInByCookie } from '#e2e/support/staff.ts';

const wellington = '/availability/-41.2866/174.7756?address=Wellington';

const opener = (page: Page) => page.getByRole('button', { name: 'Report a mistake here' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'What is wrong here' });
const what = (page: Page) => page.getByRole('textbox', { name: 'What is wrong?' });
const email = (page: Page) => page.getByRole('textbox', { name: /^Your email address/ });
/** Milliseconds. A report sent within two seconds of opening the form counts as sent by a program. */
const personMs = 2000;
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });

test('by keyboard alone, a missing field is marked, then the report is stored, and staff close it', {
  tag: '@everyday',
}, async ({ page, browser, baseURL }) => {
  const errors = listenForErrors(page);
  await page.goto(wellington);
  await press(page, opener(page));
  await expect(dialog(page)).toContainText('This page says: “41.2866° S, 174.7756° E. Available here:');
  await press(page, send(page));
  await expect(what(page)).toBeFocused();
  await expect(what(page)).toHaveAccessibleDescription(/Enter what is wrong\./);
  await page.keyboard.type('Fibre <b>came</b> here in May.');
  await tabTo(page, email(page));
  await page.keyboard.type('kim');
  await page.keyboard.press('Enter');
  await expect(email(page)).toBeFocused();
  await expect(email(page)).toHaveAccessibleDescription(/deleted after 90 days.*jo@example\.nz/);
  await expectPublicAccessible(page);
  await expectNarrow(page);
  await page.keyboard.type('@example.nz');
  await page.waitForTimeout(personMs);
  await page.keyboard.press('Enter');
  const thanks = dialog(page).getByText(/^Thank you\. Your report is number \d+/);
  await expect(thanks).toBeFocused();
  const number = /number (\d+)/.exec((await thanks.textContent()) ?? '')?.[1];
  await page.keyboard.press('Escape');
  await expect(opener(page)).toBeFocused();
  expect(errors).toEqual([]);

  const staff = await (await browser.newContext()).newPage();
  const theirErrors = listenForErrors(staff);
  await signInByCookie(staff, baseURL ?? '', 'reports@watea.example', 'editor');
  await staff.goto('/admin/reports?state=open');
  await staff.getByRole('link', { name: 'Fibre <b>came</b> here in May.' }).first().click();
  await expect(staff.getByRole('heading', { level: 1, name: `Report ${number}` })).toBeVisible();
  await expect(staff.getByText('kim@example.nz')).toBeVisible();
  await expect(staff.getByRole('link', { name: '-41.2866, 174.7756' })).toHaveAttribute(
    'href',
    '/availability/-41.2866/174.7756',
  );
  await staff.getByLabel('State').selectOption('Done');
  await staff.getByLabel('Note').fill('The provider says so too.');
  await staff.getByRole('button', { name: 'Save' }).click();
  await expect(staff.getByText('Saved.')).toBeVisible();
  await staff.goto('/admin/reports?search=provider%20says&state=done');
  await expect(staff.getByRole('table').getByRole('row')).toHaveCount(2);
  expect(theirErrors).toEqual([]);
  await staff.context().close();
});

test('the text is kept when it cannot be sent: too many reports, offline, a fault', async ({ page, context }) => {
  const errors = listenForErrors(page);
  await page.goto(wellington);
  await opener(page).click();
  await what(page).fill('No fibre here.');
  const alert = dialog(page).getByRole('alert');
  await page.route('**/reports', (route) => route.fulfill({ status: 429, json: { code: 429, error: 'x' } }));
  await send(page).click();
  await expect(alert).toHaveText(/^Too many reports/);
  await page.route('**/reports', (route) => route.fulfill({ status: 500, body: 'x' }));
  await send(page).click();
  await expect(alert).toHaveText(/^It could not be sent/);
  await page.unrouteAll();
  await context.setOffline(true);
  await send(page).click();
  await expect(alert).toHaveText(/^You are offline/);
  await expectPublicAccessible(page);
  await context.setOffline(false);
  await expect(what(page)).toHaveValue('No fibre here.');
  await page.waitForTimeout(personMs);
  await send(page).click();
  await expect(dialog(page).getByText(/^Thank you/)).toBeVisible();
  expect(errors.filter((line) => !/status of (429|500)|ERR_INTERNET_DISCONNECTED/.test(line))).toEqual([]);
});

test('without an answer, nothing can be reported', async ({ page }) => {
  await page.goto('/availability/-50/174');
  await expect(page.getByRole('button', { name: 'Share or print' })).toBeVisible();
  await expect(opener(page)).toHaveCount(0);
});
