import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { formerCode } from '#e2e/support/authenticator-app.ts';
import { expectAccessibleState } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { expectFocus, expectWalkable, press, tabTo, write } from '#e2e/support/keyboard.ts';
import { addAuthenticator, listenForErrors, password, signUp, watea } from '#e2e/support/staff.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const emailField = (page: Page) => page.getByLabel('Email address');
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });
const account = (page: Page) => page.getByRole('link', { name: 'Your account' });

async function signInByKeyboard(page: Page, email: string, secret = password): Promise<void> {
  await write(page, emailField(page), email);
  await write(page, passwordField(page), secret);
  await page.keyboard.press('Enter');
}

async function signOutByKeyboard(page: Page): Promise<void> {
  await press(page, button(page, 'Sign out'));
  await expect(heading(page, 'Sign in')).toBeVisible();
}

test('by keyboard alone a person sets a password by a link, signs in, changes it, and ends a session', async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = listenForErrors(page);
  const email = 'keyboard-password@watea.example';
  const { link } = watea<{ link: string }>(baseURL ?? '', 'staff', 'add', email, '--role', 'viewer');
  await page.goto(link);
  await expect(emailField(page)).toHaveValue(email);
  await expectWalkable(page);
  await expectAccessibleState(page);
  const chosen = page.getByLabel('New password');
  const again = page.getByLabel('Repeat the password');
  await write(page, chosen, 'password1234');
  await write(page, again, 'password1234');
  await page.keyboard.press('Enter');
  // the focus is on the field to fix
  await expectFocus(chosen);
  await expect(chosen).toHaveAccessibleDescription(/one of the most common passwords/);
  await expectAccessibleState(page);
  await write(page, chosen, password);
  await press(page, button(page, 'Show the password').first(), 'Space');
  await expect(chosen).toHaveAttribute('type', 'text');
  await write(page, again, password);
  await press(page, button(page, 'Set password and sign in'));
  await expect(page).toHaveURL('/admin');

  await signOutByKeyboard(page);
  await expectWalkable(page);
  await expectAccessibleState(page);
  await signInByKeyboard(page, email, 'not the password');
  await expect(page.getByText('The email address or the password is wrong.')).toBeVisible();
  await expectFocus(passwordField(page));
  await expectAccessibleState(page);
  await signInByKeyboard(page, email);
  await expect(page).toHaveURL('/admin');

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto('/admin/login');
  await signInByKeyboard(other, email);
  await expect(other).toHaveURL('/admin');

  await press(page, account(page));
  await expect(heading(page, 'Your account')).toBeVisible();
  const sessions = page.getByRole('list', { name: 'Your sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await press(page, sessions.getByRole('button', { name: /^End the session of/ }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }));
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await press(page, button(page, 'Sign out everywhere else'));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }), 'Space');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectFocus(button(page, 'Sign out everywhere else'));
  await elsewhere.close();

  const next = 'five green kākā sing';
  await write(page, page.getByLabel('Current password'), 'wrong');
  await write(page, page.getByLabel('New password', { exact: true }), next);
  await write(page, page.getByLabel('Repeat the new password'), next);
  await page.keyboard.press('Enter');
  await expectFocus(page.getByLabel('Current password'));
  await write(page, page.getByLabel('Current password'), password);
  await press(page, button(page, 'Change password'));
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await signOutByKeyboard(page);
  await signInByKeyboard(page, email, next);
  await expect(page).toHaveURL('/admin');
  expect(errors).toEqual([]);
});

test('by keyboard alone an authenticator app is set up, used, replaced once and turned off', async ({
  page,
  baseURL,
}) => {
  const errors = listenForErrors(page);
  const email = 'keyboard-totp@watea.example';
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(page, baseURL ?? '', email, 'viewer');
  await press(page, account(page));
  await press(page, button(page, 'Set up an authenticator app'));
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await press(page, button(page, 'Cancel'));
  await press(page, button(page, 'Set up an authenticator app'));
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expectWalkable(page);
  await expectAccessibleState(page);
  const typed = await page.getByText('Or type this key into the app:').locator('code').textContent();
  const app = new TOTP({ secret: Secret.fromBase32((typed ?? '').replaceAll(' ', '')) });
  const digits = page.getByLabel('The six digits that the app shows now');
  await write(page, digits, '12');
  await page.keyboard.press('Enter');
  await expectFocus(digits);
  await write(page, digits, await formerCode(app));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectAccessibleState(page);
  await press(page, button(page, 'Copy the codes'));
  await expect(button(page, 'Copied')).toBeVisible();
  await press(page, button(page, 'I have saved them'));
  await press(page, button(page, 'Make new recovery codes'));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Make new recovery codes' }));
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? '';
  await press(page, button(page, 'I have saved them'));
  await expect(page.getByText('10 of 10 recovery codes are left')).toBeVisible();

  const code = page.getByLabel('Code', { exact: true });
  await signOutByKeyboard(page);
  await signInByKeyboard(page, email);
  await expect(heading(page, 'Second step')).toBeVisible();
  await expectWalkable(page);
  await expectAccessibleState(page);
  await write(page, code, '000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is wrong, or has already been used.')).toBeVisible();
  await expectAccessibleState(page);
  await write(page, code, app.generate());
  await press(page, button(page, 'Continue'));
  await expect(page).toHaveURL('/admin');
  await signOutByKeyboard(page);
  await signInByKeyboard(page, email);
  await write(page, code, recovery);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin');

  await press(page, account(page));
  await press(page, button(page, 'Turn the app off'));
  await expectAccessibleState(page);
  await press(page, button(page, 'Cancel'));
  await press(page, button(page, 'Turn the app off'));
  await write(page, page.getByLabel('Your password'), password);
  await press(page, button(page, 'Turn the app off'));
  await expect(button(page, 'Set up an authenticator app')).toBeVisible();
  expect(errors).toEqual([]);
});

test('by keyboard alone a passkey is added, signs in, replaces the code, and is removed', async ({ page, baseURL }) => {
  const errors = listenForErrors(page);
  const email = 'keyboard-passkey@watea.example';
  await addAuthenticator(page);
  await signUp(page, baseURL ?? '', email, 'viewer');
  await press(page, account(page));
  const name = page.getByLabel('Name of a new passkey');
  await press(page, button(page, 'Add a passkey'));
  await expectFocus(name);
  await write(page, name, 'My laptop');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Your passkeys' })).toContainText('My laptop');

  await signOutByKeyboard(page);
  await press(page, button(page, 'Sign in with a passkey'), 'Space');
  await expect(page).toHaveURL('/admin');
  await signOutByKeyboard(page);
  await signInByKeyboard(page, email);
  await expect(heading(page, 'Second step')).toBeVisible();
  await expectAccessibleState(page);
  await press(page, button(page, 'Sign in with a passkey'));
  await expect(page).toHaveURL('/admin');

  await press(page, account(page));
  await press(page, button(page, 'Remove My laptop'));
  const dialog = page.getByRole('dialog', { name: 'Remove the passkey My laptop?' });
  await expectFocus(dialog.getByRole('button', { name: 'Cancel' }));
  await tabTo(page, dialog.getByRole('button', { name: 'Close' }));
  await page.keyboard.press('Escape');
  await expectFocus(button(page, 'Remove My laptop'));
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Remove', exact: true }));
  await expect(page.getByText('You have no passkeys yet.')).toBeVisible();
  expect(errors).toEqual([]);
});
