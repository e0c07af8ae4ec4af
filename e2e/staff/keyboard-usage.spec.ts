import type { Page } from '@playwright/test';
import { expectAccessibleState } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { choose, press, tabTo, write } from '#e2e/support/keyboard.ts';
import { listenForErrors, signInByCookie, signUp } from '#e2e/support/staff.ts';

const refused = '192.0.2.177';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('by keyboard alone an editor reads the overview and the usage, and allows a refused caller', async ({
  page,
  request,
  baseURL,
}) => {
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'keyboard-usage@watea.example', 'editor');
  const availability = '/1.0/availability?domains[]=demo-kauri-books.co.nz';
  const answer = await request.get(availability, { headers: { 'X-Forwarded-For': refused } });
  expect(answer.status()).toBe(403);
  const row = page.getByRole('row').filter({ hasText: refused });
  await expect(async () => {
    await page.goto('/admin/usage');
    await expect(row).toBeVisible({ timeout: 500 });
  }).toPass();

  await press(page, page.getByRole('link', { name: 'Overview' }));
  await press(page, page.getByRole('link', { name: 'Refused', exact: true }));
  await expect(heading(page, 'Usage')).toBeVisible();
  await press(page, page.getByRole('navigation', { name: 'API' }).getByRole('link', { name: 'Registry' }));
  await expect(page).toHaveURL(/api=registry/);
  await press(page, page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: '7 days' }));
  await expect(page).toHaveURL(/period=7d/);
  await press(page, page.getByRole('navigation', { name: 'Group by' }).getByRole('link', { name: 'Status' }));
  await expect(page).toHaveURL(/by=status/);

  await press(page, page.getByText('Show as a table').first());
  const numbers = page.getByRole('region', { name: 'Requests per hour by status' });
  await expect(numbers.getByRole('columnheader', { name: '403' })).toBeVisible();
  // it scrolls by arrow keys while it has the focus
  await tabTo(page, numbers);
  await page.keyboard.press('End');
  await expect.poll(() => numbers.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  await press(page, page.getByText('Show as a table').nth(1), 'Space');
  await expect(page.getByRole('region', { name: /^Response times:/ })).toBeVisible();

  const callers = page.getByRole('region', { name: 'Table of refused callers' });
  await press(page, callers.getByRole('link', { name: 'Requests' }));
  await expect(page).toHaveURL(/sort=count/);
  await press(page, row.getByRole('link', { name: `Allow this address ${refused}` }));
  await expect(heading(page, 'Allow an address')).toBeVisible();
  const registrar = page.getByRole('combobox', { name: 'Registrar' });
  if ((await registrar.count()) > 0) await choose(page, registrar, 'Demonstration registrar');
  await press(page, button(page, 'Allow'));
  await expect(page.getByText(`${refused}/32 is allowed.`)).toBeVisible();
  await press(page, page.getByRole('link', { name: 'Usage' }));
  await expect(row).toContainText('Now allowed: Demonstration registrar');
  expect(errors).toEqual([]);
});

test('by keyboard alone an administrator finds a change in the audit log and exports it', async ({ page, baseURL }) => {
  const errors = listenForErrors(page);
  const email = 'keyboard-audit@watea.example';
  await signUp(page, baseURL ?? '', email, 'viewer');
  await press(page, page.getByRole('link', { name: 'Audit log' }));
  const table = page.getByRole('region', { name: 'changes' });
  await write(page, page.getByLabel('Search'), email);
  await choose(page, page.getByLabel('Who'), 'command line');
  await choose(page, page.getByLabel('Action', { exact: true }), 'Added the account');
  const from = page.getByLabel('From (day)', { exact: true });
  await write(page, from, '31/2/2020');
  await press(page, button(page, 'Filter'));
  await expect(from).toHaveAccessibleDescription(
    'Enter a day of the calendar from the year 2000 on, such as 23/11/2026. The list is not filtered by this.',
  );
  await expect(from).toHaveValue('31/2/2020');
  await write(page, from, '1/1/2020');
  await press(page, button(page, 'Filter'));
  await expect(page).toHaveURL(/who=command\+line&action=staff\.add&from=1%2F1%2F2020/);
  await expect(table.getByRole('row')).toHaveCount(2);
  await press(page, table.locator('summary'));
  await expect(table.getByText('Role: Viewer', { exact: true })).toBeVisible();
  await expectAccessibleState(page);
  await press(page, table.getByRole('link', { name: 'When' }));
  await expect(page).toHaveURL(/sort=when/);
  const download = page.waitForEvent('download');
  await press(page, page.getByRole('link', { name: 'Export as CSV' }));
  expect((await download).suggestedFilename()).toMatch(/^watea-audit-.*\.csv$/);
  await write(page, page.getByLabel('Search'), 'nothing of the kind');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('link', { name: 'Show all changes' }));
  // the sign-in has its own row
  await expect(table.getByRole('row').filter({ hasText: 'Signed in as' }).filter({ hasText: email })).toBeVisible();
  expect(errors).toEqual([]);
});
