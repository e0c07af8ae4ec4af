import type { Page } from '@playwright/test';
import { expectAccessibleState } from '#e2e/support/axe.ts';
import { holdScripts } from '#e2e/support/held-scripts.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { expectFocus, press, tabTo, write } from '#e2e/support/keyboard.ts';
import { acceptLink, addAuthenticator, listenForErrors, signInByCookie, signUp, watea } from '#e2e/support/staff.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Presses a button that asks for confirmation, and confirms. */
async function pressAndConfirm(page: Page, label: string): Promise<void> {
  await press(page, button(page, label));
  const dialog = page.getByRole('dialog');
  await expectFocus(dialog.getByRole('button', { name: 'Cancel' }));
  await press(page, dialog.getByRole('button', { name: label, exact: true }));
  await expect(dialog).toBeHidden();
}

test('by keyboard alone an administrator invites a person, changes their role, and disables and enables them', async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = listenForErrors(page);
  const invited = 'keyboard-invited@watea.example';
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(page, baseURL ?? '', 'keyboard-admin@watea.example', 'admin');
  await press(page, page.getByRole('link', { name: 'Staff', exact: true }));
  await press(page, page.getByRole('link', { name: 'Invite somebody' }));
  const email = page.getByLabel('Email address');
  await write(page, email, 'nobody');
  await page.keyboard.press('Enter');
  await expectFocus(email);
  await write(page, email, invited);
  await tabTo(page, page.getByLabel(/^Viewer/));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel(/^Editor/)).toBeChecked();
  await expectFocus(page.getByLabel(/^Editor/));
  await press(page, button(page, 'Create link'));
  const link = await page.getByLabel('One-time link').inputValue();
  await press(page, button(page, 'Copy the link'));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await press(page, button(page, 'Invite somebody else'));
  await expect(email).toHaveValue('');

  const context = await browser.newContext();
  const other = await context.newPage();
  await addAuthenticator(other);
  await acceptLink(other, link);
  await expect(other).toHaveURL('/admin');
  await press(other, other.getByRole('link', { name: 'Your account' }));
  await write(other, other.getByLabel('Name of a new passkey'), 'My laptop');
  await other.keyboard.press('Enter');
  await expect(other.getByRole('list', { name: 'Your passkeys' })).toContainText('My laptop');
  expect((await other.goto('/admin/staff'))?.status()).toBe(403);
  await press(other, other.getByRole('link', { name: 'Go to the overview' }));
  await expect(heading(other, 'Overview')).toBeVisible();

  await press(page, page.getByRole('link', { name: 'Staff', exact: true }));
  await write(page, page.getByLabel('Search'), invited);
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('link', { name: invited, exact: true }));
  await expect(heading(page, invited)).toBeVisible();
  await tabTo(page, page.getByLabel(/^Editor/));
  await page.keyboard.press('ArrowDown');
  await press(page, button(page, 'Change role'));
  await expect(page.getByText('The role was changed.')).toBeVisible();
  await press(page, button(page, 'Create a new link'));
  await press(page, button(page, 'Copy the link'));
  await expectAccessibleState(page);
  await pressAndConfirm(page, 'Remove second factors');
  await expect(button(page, 'Remove second factors')).toHaveCount(0);
  await expect(page.locator('#content')).toBeFocused();
  await pressAndConfirm(page, 'Disable');
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
  await other.goto('/admin');
  await expect(heading(other, 'Sign in')).toBeVisible();
  await pressAndConfirm(page, 'Enable');
  await expect(page.getByText('Enabled', { exact: true })).toBeVisible();
  await context.close();
  expect(errors).toEqual([]);
});

test('by keyboard alone, on a phone, several accounts are disabled, enabled and removed together', async ({
  page,
  baseURL,
}) => {
  const errors = listenForErrors(page);
  for (const name of ['first', 'second'])
    watea(baseURL ?? '', 'staff', 'add', `crew-${name}@watea.example`, '--role', 'viewer');
  await signInByCookie(page, baseURL ?? '', 'crew-admin@watea.example', 'admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/staff?search=crew-');
  await expect(page.getByRole('checkbox', { name: 'Select crew-admin@watea.example' })).toHaveCount(0);
  const select = async () => {
    for (const name of ['first', 'second']) {
      await tabTo(page, page.getByRole('checkbox', { name: `Select crew-${name}@watea.example` }));
      await page.keyboard.press('Space');
    }
    await expect(page.getByText('2 accounts selected')).toBeVisible();
  };
  await select();
  await expectAccessibleState(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await pressAndConfirm(page, 'Disable');
  await expect(page.getByText('2 accounts disabled.')).toBeVisible();
  await expect(page.locator('td').getByText('Disabled', { exact: true })).toHaveCount(2);
  await select();
  await pressAndConfirm(page, 'Disable');
  await expect(page.getByText('0 accounts disabled; 2 not:')).toBeVisible();
  await expect(page.getByText('crew-second@watea.example is already disabled.')).toBeVisible();
  await select();
  await pressAndConfirm(page, 'Enable');
  await expect(page.getByText('2 accounts enabled.')).toBeVisible();
  await select();
  await press(page, button(page, 'Remove'));
  const dialog = page.getByRole('dialog', { name: 'Remove 2 accounts?' });
  await write(page, dialog.getByRole('textbox'), '2 accounts');
  await press(page, dialog.getByRole('button', { name: 'Remove', exact: true }));
  await expect(page.getByText('2 accounts removed.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'crew-first@watea.example' })).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('by keyboard alone a second factor is required of everybody, set up, and no longer required', async ({
  page,
  baseURL,
}) => {
  const errors = listenForErrors(page);
  await addAuthenticator(page);
  await signUp(page, baseURL ?? '', 'keyboard-policy@watea.example', 'admin');
  await press(page, page.getByRole('link', { name: 'Staff', exact: true }));
  await press(page, button(page, 'Require it of everybody'));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Require it of everybody' }));
  await expect(page.getByText('Everybody must have a second factor here.')).toBeVisible();
  await write(page, page.getByLabel('Name of a new passkey'), 'My key');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Everybody must have a second factor here.')).toHaveCount(0);
  await press(page, page.getByRole('link', { name: 'Staff', exact: true }));
  await pressAndConfirm(page, 'No longer require it');
  await expect(button(page, 'Require it of everybody')).toBeVisible();
  expect(errors).toEqual([]);
});

test('on a slow phone the navigation that was opened before the scripts have come opens when they have', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signUp(page, baseURL ?? '', 'slow-phone@watea.example', 'viewer');
  const send = await holdScripts(page);
  await page.goto('/admin/registrars', { waitUntil: 'commit' });
  await button(page, 'Open the navigation').press('Enter');
  send();
  await expect(page.getByRole('navigation', { name: 'Staff screens' })).toBeVisible();
  await expectFocus(button(page, 'Close the navigation'));
});

test('by keyboard alone the navigation opens on a phone, and one key leads to the content', async ({
  page,
  baseURL,
}) => {
  const errors = listenForErrors(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await signUp(page, baseURL ?? '', 'keyboard-phone@watea.example', 'viewer');
  await page.goto('/admin/registrars');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await page.keyboard.press('Tab');
  await expectFocus(skip);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expectFocus(page.getByLabel('Test an address'));
  const navigation = page.getByRole('navigation', { name: 'Staff screens' });
  await expect(navigation).toBeHidden();
  await press(page, button(page, 'Open the navigation'));
  await expectFocus(button(page, 'Close the navigation'));
  await expectAccessibleState(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await press(page, navigation.getByRole('link', { name: 'Usage' }));
  await expect(heading(page, 'Usage')).toBeVisible();
  await expect(navigation).toBeHidden();
  expect(errors).toEqual([]);
});
