import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { listenForErrors, signInByCookie, watea } from '#e2e/support/staff.ts';

/** The page of a new registrar, which two people have open. */
async function openTwice(browser: Browser, page: Page, baseURL: string, registrar: string, address: string) {
  watea(baseURL, 'allow', 'add', address, '--registrar', registrar, '--new-registrar');
  await signInByCookie(page, baseURL, `ana-${address}@watea.example`, 'editor');
  const context = await browser.newContext({ baseURL });
  const other = await context.newPage();
  await signInByCookie(other, baseURL, `ben-${address}@watea.example`, 'editor');
  await page.goto(`/admin/registrars?search=${encodeURIComponent(registrar)}`);
  await page.getByRole('link', { name: registrar }).click();
  await expect(page.getByRole('heading', { level: 1, name: registrar })).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(note(page)).toBeVisible();
  await other.goto(page.url());
  return { other, close: () => context.close() };
}

const note = (page: Page) => page.locator('textarea[data-path="note"]');
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

test('a note saved from a form that was opened before leaves a registrar disabled', async ({
  browser,
  page,
  request,
  baseURL,
}) => {
  const errors = listenForErrors(page);
  const { other, close } = await openTwice(browser, page, baseURL ?? '', 'Tūī Names', '198.51.100.240');
  await other.getByLabel('Enabled').uncheck();
  await save(other).click();
  await expect(other.getByText('Saved. It takes effect')).toBeVisible();

  await note(page).fill('Asked for a new contact.');
  await save(page).click();
  await expect(page.getByText('Somebody else has changed Enabled meanwhile; that stays.')).toBeVisible();
  await expect(page.getByLabel('Enabled')).not.toBeChecked();
  await other.reload();
  await expect(other.getByText('This registrar is disabled')).toBeVisible();
  await expect(note(other)).toHaveValue('Asked for a new contact.');
  const from = { 'X-Forwarded-For': '198.51.100.240' };
  await expect
    .poll(async () => (await request.get('/1.0/availability?string=example', { headers: from })).status())
    .toBe(403);
  await close();
  expect(errors).toEqual([]);
});

test('two people change the same fields: both values are shown, and nothing is saved until one is chosen', async ({
  browser,
  page,
  baseURL,
}) => {
  const errors = listenForErrors(page);
  const { other, close } = await openTwice(browser, page, baseURL ?? '', 'Kākā Names', '198.51.100.241');
  const email = (of: Page) => of.getByLabel('Contact email');
  await note(other).fill('Ben asked on Monday.');
  await email(other).fill('ben@kaka.example');
  await save(other).click();
  await expect(other.getByText('Saved. It takes effect')).toBeVisible();

  await note(page).fill('Ana asked on Tuesday.');
  await email(page).fill('ana@kaka.example');
  await save(page).click();
  const notice = page.getByRole('alert', { name: 'Changed by somebody else' });
  await expect(notice).toBeFocused();
  await expect(notice).toContainText(/Changed at .* by ben-198\.51\.100\.241@watea\.example\./);
  for (const value of ['Ana asked on Tuesday.', 'Ben asked on Monday.', 'ana@kaka.example', 'ben@kaka.example'])
    await expect(notice).toContainText(value);
  await expect(note(page)).toHaveValue('Ana asked on Tuesday.');
  await expectAccessible(page, [1440, 390]);

  await notice.getByRole('button', { name: 'Note: keep mine' }).click();
  await notice.getByRole('button', { name: 'Contact email: use theirs' }).click();
  await expect(notice).toBeHidden();
  await expect(save(page)).toBeFocused();
  await expect(email(page)).toHaveValue('ben@kaka.example');
  await save(page).click();
  await expect(page.getByText('Saved. It takes effect')).toBeVisible();
  await other.reload();
  await expect(note(other)).toHaveValue('Ana asked on Tuesday.');
  await expect(email(other)).toHaveValue('ben@kaka.example');

  // a button of a page from before is refused as well, and the page then shows what it is now
  await note(page).fill('Ana asked again.');
  await save(page).click();
  await expect(page.getByText('Saved. It takes effect')).toBeVisible();
  await other.getByRole('button', { name: 'Remove the registrar' }).click();
  const dialog = other.getByRole('dialog');
  await dialog.getByLabel('Type Kākā Names to go on').fill('Kākā Names');
  await dialog.getByRole('button', { name: 'Remove the registrar' }).click();
  await expect(dialog.getByText('ana-198.51.100.241@watea.example changed this at')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(note(other)).toHaveValue('Ana asked again.');
  await close();
  expect(errors).toEqual([]);
});
