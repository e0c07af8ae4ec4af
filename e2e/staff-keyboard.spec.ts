import type { Locator, Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { listenForErrors, password, signUp } from './staff.ts';

const isFocused = (element: Element) => element === document.activeElement && element.matches(':focus-visible');

/** Goes to an element by the Tab key, as somebody without a mouse does; it must show that it has the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate(isFocused)) return expect(target).toBeInViewport();
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${target}.`);
}

async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
  await expect(target).toHaveValue(text);
}

test('an editor signs in, lets a registrar in, shuts it out and signs out by keyboard alone', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const email = 'keyboard-editor@watea.example';
  const preparing = await browser.newContext();
  await signUp(await preparing.newPage(), baseURL ?? '', email, 'editor');
  await preparing.close();

  const errors = listenForErrors(page);
  await page.goto('/admin/login');
  await typeInto(page, page.getByLabel('E-mail address'), email);
  await typeInto(page, page.getByLabel('Password', { exact: true }), password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin');

  const navigation = page.getByRole('navigation', { name: 'Staff screens' });
  await tabTo(page, navigation.getByRole('link', { name: 'Registrars', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Registrars' })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Add a registrar' }));
  await page.keyboard.press('Enter');

  await typeInto(page, page.getByLabel('Name'), 'Tūī Domains');
  await typeInto(page, page.getByLabel('Contact e-mail'), 'ops@tui.example');
  await tabTo(page, page.getByRole('button', { name: 'Add the registrar' }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('heading', { level: 1, name: 'Tūī Domains' })).toBeVisible();

  await typeInto(page, page.getByRole('textbox', { name: 'Address or network' }), '198.51.100.160/28');
  await tabTo(page, page.getByRole('button', { name: 'Allow', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('198.51.100.160/28 is allowed.')).toBeVisible();

  const remove = page.getByRole('button', { name: 'Remove 198.51.100.160/28' });
  const dialog = page.getByRole('dialog', { name: 'Remove 198.51.100.160/28?' });
  await tabTo(page, remove);
  await page.keyboard.press('Space');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // the focus is where it was before the dialog
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Remove', exact: true }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('This registrar has no networks yet')).toBeVisible();

  await tabTo(page, page.getByRole('button', { name: 'Sign out', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect(errors).toEqual([]);
});
