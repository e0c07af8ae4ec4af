import type { Page } from '@playwright/test';
import { expectAccessibleState } from '#e2e/support/axe.ts';
import { press, write } from '#e2e/support/keyboard.ts';
import { expect, providerName, test } from '#e2e/support/openid-journey.ts';
import { listenForErrors, signUp } from '#e2e/support/staff.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const alertOf = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

/** Signs in at the provider, by keyboard alone. */
async function signInThere(page: Page): Promise<void> {
  await page.goto('/admin/login');
  await press(page, button(page, `Sign in with ${providerName}`));
}

test('by keyboard alone a person signs in with OpenID Connect, and out of both', async ({ page, provider }) => {
  const errors = listenForErrors(page);
  provider.someone = { subject: 'tama', claims: { email: 'tama@registry.example', roles: ['register'] } };
  await page.goto('/admin/login');
  await expectAccessibleState(page);
  await signInThere(page);
  await expect(heading(page, 'Overview')).toBeVisible();
  await press(page, page.getByRole('link', { name: 'Your account' }));
  await expect(page.getByText('tama@registry.example · Editor')).toBeVisible();
  await expect(page.getByText(`${providerName} also decides your role`)).toBeVisible();
  await expectAccessibleState(page);
  await press(page, button(page, 'Sign out'));
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/session/end`));
  // a page of the provider’s
  await page.getByRole('button', { name: /sign me out/i }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await page.goto('/admin');
  await expect(heading(page, 'Sign in')).toBeVisible();
  expect(errors).toEqual([]);
});

test('a person without a role is refused in plain words, and can go on with a password', async ({ page, provider }) => {
  provider.someone = { subject: 'sam', claims: { email: 'sam@registry.example', roles: ['canteen'] } };
  await signInThere(page);
  await expect(alertOf(page, `${providerName} gives you no role here.`)).toBeVisible();
  await expectAccessibleState(page);
  await expect(page.getByLabel('Email address')).toBeVisible();
});

test('by keyboard alone an administrator removes a person, who cannot come back by signing in there', async ({
  page,
  browser,
  origin,
  provider,
}) => {
  const leaver = 'leaver@registry.example';
  provider.someone = { subject: 'leaver', claims: { email: leaver, roles: ['staff'] } };
  const context = await browser.newContext({ baseURL: origin });
  const other = await context.newPage();
  await signInThere(other);
  await expect(heading(other, 'Overview')).toBeVisible();

  await signUp(page, origin, 'offboarding-admin@watea.example', 'admin');
  await press(page, page.getByRole('link', { name: 'Staff', exact: true }));
  await write(page, page.getByLabel('Search'), leaver);
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('link', { name: leaver, exact: true }));
  await expect(page.getByText('1 session, 1 connection to an OpenID Connect account')).toBeVisible();
  await press(page, button(page, 'Remove account'));
  const dialog = page.getByRole('dialog', { name: `Remove ${leaver}?` });
  await expectAccessibleState(page);
  await press(page, dialog.getByRole('button', { name: 'Remove account', exact: true }));
  await expect(heading(page, 'Staff')).toBeVisible();
  await expect(page.getByRole('link', { name: leaver, exact: true })).toHaveCount(0);

  await other.goto('/admin');
  await expect(heading(other, 'Sign in')).toBeVisible();
  await signInThere(other);
  await expect(alertOf(other, 'Your account here was removed.')).toBeVisible();
  await context.close();
});
