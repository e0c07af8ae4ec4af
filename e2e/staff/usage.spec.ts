import type { APIRequestContext } from '@playwright/test';
import { expectAccessibleState, expectNoViolations } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { listenForErrors, signInByCookie } from '#e2e/support/staff.ts';

const refused = '198.51.100.88';
const availability = '/1.0/availability?domains[]=demo-kauri-books.co.nz';

async function askRegistry(request: APIRequestContext, from: string): Promise<number> {
  const answer = await request.get(availability, { headers: { 'X-Forwarded-For': from } });
  return answer.status();
}

test('a refused caller is allowed from the usage screen, and its next call succeeds', { tag: '@everyday' }, async ({
  page,
  request,
  baseURL,
}) => {
  test.slow();
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'usage-editor@watea.example', 'editor');
  expect(await askRegistry(request, refused)).toBe(403);

  const row = page.getByRole('region', { name: 'Refused callers' }).getByRole('row').filter({ hasText: refused });
  await expect(async () => {
    await page.goto('/admin/usage?period=24h');
    await expect(row).toBeVisible({ timeout: 500 });
  }).toPass();
  await row.getByRole('link', { name: `Allow this address ${refused}` }).click();

  await expect(page.getByRole('textbox', { name: 'Address or network' })).toHaveValue(refused);
  const registrar = page.getByRole('combobox', { name: 'Registrar' });
  if ((await registrar.count()) > 0) await registrar.selectOption({ label: 'Demonstration registrar' });
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(page.getByText(`${refused}/32 is allowed.`)).toBeVisible();
  await expect.poll(() => askRegistry(request, refused), { timeout: 1000, intervals: [100] }).toBe(200);

  await page.goto('/admin/usage');
  await expect(row).toContainText('Now allowed: Demonstration registrar');
  expect(errors).toEqual([]);
  await expectNoViolations(page);
});

test('usage is grouped as its address says, and every chart has its numbers in a table', async ({
  page,
  request,
  baseURL,
}) => {
  test.slow();
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'usage-viewer@watea.example', 'viewer');
  await askRegistry(request, '198.51.100.99');
  await expect(async () => {
    await page.goto('/admin/usage');
    await expect(page.getByRole('row').filter({ hasText: '198.51.100.99' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByRole('img', { name: 'Requests per hour by outcome, as a chart' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Response times:/ })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '198.51.100.99' })).toContainText('An editor can allow it');
  await expectAccessibleState(page);

  const groupBy = page.getByRole('navigation', { name: 'Group by' });
  await groupBy.getByRole('link', { name: 'Registrar' }).click();
  await expect(page).toHaveURL(/by=registrar/);
  await expect(groupBy.getByRole('link', { name: 'Registrar' })).toHaveAttribute('aria-current', 'true');
  await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: '30 days' }).click();
  await expect(page).toHaveURL(/period=30d.*by=registrar/);
  await expect(page.getByRole('heading', { name: 'Requests per day' })).toBeVisible();

  const folded = page.getByText('Show as a table').first();
  await folded.focus();
  await page.keyboard.press('Enter');
  const numbers = page.getByRole('region', { name: 'Requests per day by registrar' });
  await expect(numbers.getByRole('columnheader', { name: 'Not recognised' })).toBeVisible();
  await expect(numbers.getByRole('row')).toHaveCount(31);
  await expectAccessibleState(page);
  expect(errors).toEqual([]);
});

test('the overview shows the state of both services, and links to more', async ({ page, baseURL }) => {
  test.slow();
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'overview-viewer@watea.example', 'viewer');
  for (const title of [
    'Problems',
    'Registry requests',
    'Broadband requests',
    'Refused',
    'Server errors',
    'Coverage published',
    'Register updated',
    'Next release job',
    'Keys that expire within 30 days',
    'Database',
  ]) {
    await expect(page.getByRole('region', { name: title, exact: true })).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Next release job' })).toContainText(/\d+ names?/);
  await page.getByRole('link', { name: 'Refused', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Usage' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('the menu of an administrator makes no page higher than a desk’s screen, and an empty box looks empty in the dark', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await signInByCookie(page, baseURL ?? '', 'an-administrator-of-the-menu@watea.example', 'admin');
  // one row: other journeys add registrars
  await page.goto('/admin/registrars?search=Demonstration+registrar');
  await expect(page.getByRole('link', { name: 'Demonstration registrar' })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Staff screens' });
  await expect(menu.getByRole('link', { name: 'Your account' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900);
  const box = page.getByLabel('Select all on this page');
  const surface = await menu.evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(box).toHaveCSS('appearance', 'none');
  await expect(box).toHaveCSS('background-color', surface);
  await box.check();
  await expect(box).not.toHaveCSS('background-color', surface);
});
