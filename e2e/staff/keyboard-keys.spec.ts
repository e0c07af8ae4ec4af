import type { Page } from '@playwright/test';
import { expectAccessibleState } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { choose, expectFocus, press, write } from '#e2e/support/keyboard.ts';
import { listenForErrors, signInByCookie } from '#e2e/support/staff.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const keyText = (page: Page) => page.getByLabel('Key', { exact: true });

test('by keyboard alone a user gets a key, which is copied, changed, replaced, found and revoked', async ({
  page,
  baseURL,
}) => {
  const errors = listenForErrors(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInByCookie(page, baseURL ?? '', 'keyboard-keys@watea.example', 'editor');
  await press(page, page.getByRole('link', { name: 'Users and keys' }));
  await press(page, page.getByRole('link', { name: 'Add a user' }));
  const email = page.getByLabel('Email');
  await press(page, button(page, 'Add the user'));
  await expectFocus(email);
  await write(page, email, 'rangi@tui.example');
  await write(page, page.getByLabel('Name'), 'Rangi');
  await write(page, page.getByLabel('Organisation'), 'Tūī');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'rangi@tui.example')).toBeVisible();

  const origins = page.getByLabel('Allowed web origins');
  await write(page, page.getByLabel('Label'), 'Map');
  await write(page, origins, 'tui.example/path');
  await press(page, button(page, 'Issue the key'));
  await expectFocus(origins);
  await write(page, origins, 'https://tui.example');
  await press(page, button(page, 'Issue the key'));
  const first = await keyText(page).inputValue();
  await press(page, button(page, 'Copy the key'));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  await expect(button(page, 'Copied')).toBeVisible();
  await press(page, button(page, 'I have it'));
  await expect(keyText(page)).toHaveCount(0);
  await page.keyboard.press('Escape');

  const keys = page.getByRole('region', { name: 'keys' });
  await press(page, keys.getByRole('link', { name: `${first.slice(5, 11)}…` }));
  await expect(heading(page, `Key ${first.slice(5, 11)}…`)).toBeVisible();
  await press(page, page.getByRole('link', { name: 'Settings' }));
  const perDay = page.getByLabel('Limit, requests a day');
  await write(page, perDay, 'many');
  await press(page, button(page, 'Save'));
  await expectFocus(perDay);
  await write(page, perDay, '1000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved.')).toBeVisible();

  // the old key ends now, but the text of the new one must stay on the screen
  await press(page, page.getByRole('link', { name: 'Key', exact: true }));
  await press(page, button(page, 'Replace this key'));
  await choose(page, page.getByLabel('The old key'), 'Ends now');
  await press(page, button(page, 'Replace the key'));
  const second = await keyText(page).inputValue();
  expect(second).not.toBe(first);
  await expectAccessibleState(page);
  await press(page, button(page, 'I have it'));
  await expect(page.getByText('Revoked', { exact: true }).first()).toBeVisible();
  await expect(button(page, 'Replace the key')).toHaveCount(0);

  await press(page, page.getByRole('link', { name: 'Users and keys' }));
  await press(page, page.getByRole('link', { name: 'Keys', exact: true }));
  await write(page, page.getByLabel('Search keys'), 'rangi@');
  await choose(page, page.getByLabel('State'), 'Works');
  await press(page, button(page, 'Filter'));
  await expect(page).toHaveURL(/search=rangi%40&state=works/);
  await expect(keys.getByRole('row')).toHaveCount(2);
  await press(page, keys.getByRole('link', { name: `${second.slice(5, 11)}…` }));
  const revoke = button(page, `Revoke key ${second.slice(5, 11)}… of rangi@tui.example`);
  await press(page, revoke);
  const dialog = page.getByRole('dialog');
  await press(page, dialog.getByRole('button', { name: 'Revoke', exact: true }));
  await expect(dialog).toBeHidden();
  await expect(revoke).toHaveCount(0);
  await expect(page.locator('#content')).toBeFocused();

  await press(page, page.getByRole('link', { name: 'All keys of rangi@tui.example' }));
  await press(page, page.getByRole('link', { name: 'Settings' }));
  await write(page, page.getByLabel('Note'), 'Left in July');
  await press(page, button(page, 'Save'));
  await expect(page.getByText('Saved.')).toBeVisible();
  await press(page, button(page, 'Remove the user'));
  await expectFocus(page.getByLabel('Type rangi@tui.example to go on'));
  await page.keyboard.type('rangi@tui.example');
  await page.keyboard.press('Tab');
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Remove the user' }));
  await expect(heading(page, 'Users and keys')).toBeVisible();
  await write(page, page.getByLabel('Search users'), 'rangi');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No users match.')).toBeVisible();
  expect(errors).toEqual([]);
});
