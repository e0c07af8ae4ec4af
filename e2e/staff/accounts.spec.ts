import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { formerCode } from '#e2e/support/authenticator-app.ts';
import { expectAccessibleState } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { acceptLink, addAuthenticator, listenForErrors, password, signIn, signUp, watea } from '#e2e/support/staff.ts';

const origin = (baseURL: string | undefined) => baseURL ?? '';
/** An alert with this sentence. Next has an empty alert of its own on every page. */
const alertOf = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** An authenticator app with the secret on the screen. */
async function appOnScreen(page: Page): Promise<TOTP> {
  const typed = await page.getByText('Or type this key into the app:').locator('code').textContent();
  return new TOTP({ secret: Secret.fromBase32((typed ?? '').replaceAll(' ', '')) });
}

test('the first administrator signs up by a link, which works once, and invites an editor', {
  tag: '@everyday',
}, async ({ page, browser, baseURL }) => {
  const errors = listenForErrors(page);
  const admin = 'first-admin@watea.example';
  const { link } = watea<{ link: string }>(origin(baseURL), 'staff', 'add', admin, '--role', 'admin');
  await page.goto(link);
  await expect(page.getByLabel('Email address')).toHaveValue(admin);

  await page.getByLabel('New password').fill('password1234');
  await page.getByLabel('Repeat the password').fill('password1234');
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(page.getByText('one of the most common passwords')).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveValue('password1234');

  await acceptLink(page, link);
  await expect(page).toHaveURL('/admin');
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'watea-session');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });

  await page
    .getByRole('navigation', { name: 'Staff screens' })
    .getByRole('link', { name: 'Staff', exact: true })
    .click();
  await expect(heading(page, 'Staff')).toBeVisible();
  await page.getByRole('link', { name: 'Invite somebody' }).click();
  await expect(heading(page, 'Invite somebody')).toBeVisible();
  await page.getByLabel('Email address').fill('not an address');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Enter an email address')).toBeVisible();
  await page.getByLabel('Email address').fill('editor@watea.example');
  await page.getByLabel(/^Editor/).check();
  await page.getByRole('button', { name: 'Create link' }).click();
  const invitation = await page.getByLabel('One-time link').inputValue();
  await expectAccessibleState(page);

  const context = await browser.newContext();
  const editor = await context.newPage();
  const editorErrors = listenForErrors(editor);
  await acceptLink(editor, invitation);
  await expect(editor).toHaveURL('/admin');
  await expect(editor.getByText('editor@watea.example')).toBeVisible();
  await expect(editor.getByRole('link', { name: 'Staff', exact: true })).toHaveCount(0);
  expect((await editor.goto('/admin/staff'))?.status()).toBe(403);
  await expect(heading(editor, 'Your role cannot open this screen')).toBeVisible();

  await editor.goto(invitation);
  await expect(alertOf(editor, 'This link no longer works')).toBeVisible();

  await page.goto('/admin/staff');
  await page.getByRole('link', { name: 'editor@watea.example', exact: true }).click();
  await expect(heading(page, 'editor@watea.example')).toBeVisible();
  await page.getByRole('button', { name: 'Disable' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disable editor@watea.example?' });
  await expect(dialog).toBeVisible();
  await expectAccessibleState(page);
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible();
  await editor.goto('/admin');
  await expect(heading(editor, 'Sign in')).toBeVisible();
  await context.close();
  // the browser itself reports the refused screen
  const ofPages = editorErrors.filter((line) => !line.includes('status of 403'));
  expect([...errors, ...ofPages]).toEqual([]);
});

test('signing in is refused with the same sentence for a wrong password and an unknown account, then delayed', async ({
  page,
  baseURL,
}) => {
  const errors = listenForErrors(page);
  const email = 'waits@watea.example';
  await signUp(page, origin(baseURL), email, 'viewer');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(heading(page, 'Sign in')).toBeVisible();

  const refuse = async (address: string) => {
    await page.getByLabel('Email address').fill(address);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
    return (await page.getByRole('alert').filter({ hasText: /./ }).first().textContent()) ?? '';
  };
  const sentences: string[] = [];
  for (const address of ['nobody@watea.example', 'disabled-or-not@watea.example'])
    sentences.push(await refuse(address));
  expect(new Set(sentences)).toEqual(new Set(['The email address or the password is wrong.']));
  await expect(page.getByLabel('Email address')).toHaveValue('disabled-or-not@watea.example');
  // each failure doubles the delay, so that a slow browser meets it later
  await expect.poll(() => refuse('nobody@watea.example')).toContain('too many failed attempts');

  // other accounts are not delayed
  await signIn(page, email);
  await expect(page).toHaveURL('/admin');
  expect(errors).toEqual([]);
});

test('an authenticator app is set up, asked for, and replaced once by a recovery code', async ({ page, baseURL }) => {
  const errors = listenForErrors(page);
  const email = 'totp@watea.example';
  await signUp(page, origin(baseURL), email, 'viewer');
  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(heading(page, 'Your account')).toBeVisible();

  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  const app = await appOnScreen(page);
  await page.getByLabel('The six digits that the app shows now').fill('000000');
  await page.getByRole('button', { name: 'Turn the app on' }).click();
  await expect(page.getByText('This is not the current code')).toBeVisible();
  await page.getByLabel('The six digits that the app shows now').fill(await formerCode(app));
  await page.getByRole('button', { name: 'Turn the app on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 of 10 recovery codes are left')).toBeVisible();

  const secondStep = async (code: string) => {
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/login/);
    await signIn(page, email);
    await expect(heading(page, 'Second step')).toBeVisible();
    // the password alone opens nothing
    await page.goto('/admin/account');
    await expect(heading(page, 'Second step')).toBeVisible();
    await page.getByLabel('Code', { exact: true }).fill(code);
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  const now = app.generate();
  await secondStep(now);
  await expect(page).toHaveURL('/admin');
  await secondStep(now);
  await expect(alertOf(page, 'already been used')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(recovery.toUpperCase().replaceAll('-', ''));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/admin');
  await page.goto('/admin/account');
  await expect(page.getByText('9 of 10 recovery codes are left')).toBeVisible();

  await page.getByRole('button', { name: 'Turn the app off' }).click();
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Turn the app off' }).click();
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('a passkey is added on the account screen and signs in without a password', async ({ page, baseURL }) => {
  const errors = listenForErrors(page);
  await addAuthenticator(page);
  await signUp(page, origin(baseURL), 'passkey@watea.example', 'editor');
  await page.goto('/admin/account');
  await page.getByLabel('Name of a new passkey').fill('My laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('list', { name: 'Your passkeys' })).toContainText('My laptop');
  await expectAccessibleState(page);

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(heading(page, 'Sign in')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL('/admin');

  await page.goto('/admin/account');
  await page.getByRole('button', { name: 'Remove My laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('You have no passkeys yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'not known here' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('a person sees where they are signed in, and signs out everywhere else', async ({ page, browser, baseURL }) => {
  const email = 'everywhere@watea.example';
  await signUp(page, origin(baseURL), email, 'viewer');
  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, email);
  await expect(other).toHaveURL('/admin');

  await page.goto('/admin/account');
  const sessions = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(sessions).toHaveCount(1);
  await other.goto('/admin/account');
  await expect(heading(other, 'Sign in')).toBeVisible();
  await context.close();
});

test('while a second factor is required, people without one must set one up before anything else', async ({
  page,
  baseURL,
}) => {
  await signUp(page, origin(baseURL), 'policy@watea.example', 'admin');
  await page.goto('/admin/staff');
  await page.getByRole('button', { name: 'Require it of everybody' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Require it of everybody' }).click();
  await expect(heading(page, 'Your account')).toBeVisible();
  await expect(alertOf(page, 'Everybody must have a second factor')).toBeVisible();
  await expectAccessibleState(page);

  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const app = await appOnScreen(page);
  await page.getByLabel('The six digits that the app shows now').fill(app.generate());
  await page.getByRole('button', { name: 'Turn the app on' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.goto('/admin/staff');
  await page.getByRole('button', { name: 'No longer require it' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'No longer require it' }).click();
  await expect(page.getByRole('button', { name: 'Require it of everybody' })).toBeVisible();
});
