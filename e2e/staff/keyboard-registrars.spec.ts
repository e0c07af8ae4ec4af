import type { Page } from '@playwright/test';
import { expectAccessibleState } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { choose, expectFocus, press, tabTo, write } from '#e2e/support/keyboard.ts';
import { listenForErrors, signInByCookie } from '#e2e/support/staff.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const network = (page: Page) => page.getByRole('textbox', { name: 'Address or network' });

test('by keyboard alone, a registrar is added, its networks confirmed, changed and removed, and it is disabled and removed', async ({
  page,
  baseURL,
}) => {
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'keyboard-registrars@watea.example', 'editor');
  await press(page, page.getByRole('link', { name: 'Registrars', exact: true }));
  await press(page, page.getByRole('link', { name: 'Add a registrar' }));
  const name = page.getByLabel('Name');
  const contact = page.getByLabel('Contact email');
  await write(page, contact, 'no address');
  await press(page, button(page, 'Add the registrar'));
  await expectFocus(name);
  await write(page, name, 'Tūī Domains');
  await write(page, contact, 'ops@tui.example');
  await write(page, page.getByLabel('Limit, requests a second'), '70');
  await write(page, page.getByLabel('Note'), 'Ring before nine');
  await press(page, button(page, 'Add the registrar'), 'Space');
  await expect(heading(page, 'Tūī Domains')).toBeVisible();

  await write(page, network(page), '198.51.100.161/28');
  await page.keyboard.press('Enter');
  await press(page, button(page, 'Use 198.51.100.160/28'));
  await expect(network(page)).toHaveValue('198.51.100.160/28');
  await press(page, button(page, 'Allow'));
  await expect(page.getByText('198.51.100.160/28 is allowed.')).toBeVisible();
  await expectFocus(button(page, 'Allow'));

  // a very large network that overlaps another: it must be typed again and the box ticked
  await write(page, network(page), '126.0.0.0/7');
  await page.keyboard.press('Enter');
  await write(page, page.getByLabel('Type 126.0.0.0/7 to allow so many addresses'), '126.0.0.0/8');
  await press(page, page.getByLabel('Allow it anyway'), 'Space');
  await press(page, button(page, 'Allow'));
  const typed = page.getByLabel('Type 126.0.0.0/7 to allow so many addresses');
  await expectFocus(typed);
  await write(page, typed, '126.0.0.0/7');
  await press(page, button(page, 'Allow'));
  await expect(page.getByText('126.0.0.0/7 is allowed.')).toBeVisible();

  await page.keyboard.press('Escape');
  await press(page, button(page, 'Allow many'));
  const lines = page.getByLabel('Networks', { exact: true });
  await tabTo(page, lines);
  await page.keyboard.type('203.0.113.16/28 Branch\nno address\n');
  await press(page, button(page, 'Allow all of them'));
  await expect(page.getByText('Line 2: "no" is not an IP address or network')).toBeVisible();
  await expectFocus(lines);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('203.0.113.16/28 Branch\n127.0.5.0/24\n');
  await press(page, button(page, 'Allow all of them'));
  await expectAccessibleState(page);
  await press(page, page.getByLabel('Allow them anyway'), 'Space');
  await press(page, button(page, 'Allow all of them'));
  await expect(page.getByText('2 networks are allowed.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectFocus(button(page, 'Allow many'));

  await press(page, page.getByRole('link', { name: 'Change 203.0.113.16/28' }));
  await expect(heading(page, '203.0.113.16/28')).toBeVisible();
  const until = page.getByLabel('Valid until', { exact: true });
  await write(page, until, '30/2/2020 9:30 am');
  await press(page, button(page, 'Save'));
  await expectFocus(until);
  await expect(until).toHaveAccessibleDescription(
    /Enter a day of the calendar and a time, such as 23\/11\/2026 2:05 pm/,
  );
  await write(page, until, '2/1/2020 9:30 am');
  await press(page, button(page, 'Save'));
  await expect(page.getByText('Saved.')).toBeVisible();
  await press(page, page.getByRole('link', { name: 'Back to Tūī Domains' }));

  await write(page, page.getByLabel('Search networks'), 'Branch');
  await choose(page, page.getByLabel('State'), 'No longer');
  await press(page, button(page, 'Filter'));
  await expect(page).toHaveURL(/search=Branch&state=lapsed/);
  const table = page.getByRole('region', { name: 'networks' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await press(page, table.getByRole('link', { name: 'Note' }));
  await expect(page).toHaveURL(/sort=note/);

  const remove = button(page, 'Remove 203.0.113.16/28');
  const dialog = page.getByRole('dialog', { name: 'Remove 203.0.113.16/28?' });
  await press(page, remove, 'Space');
  await expectFocus(dialog.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Escape');
  await expectFocus(remove);
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Remove', exact: true }));
  await expect(page.getByText('No networks match.')).toBeVisible();
  // the focused row is gone, but the focus stays in the content
  await expect(page.locator('#content')).toBeFocused();
  await press(page, page.getByRole('link', { name: 'Show all networks' }));

  await press(page, page.getByRole('link', { name: 'Settings' }));
  await press(page, page.getByLabel('Enabled'), 'Space');
  await press(page, button(page, 'Save'));
  await expect(page.getByText('This registrar is disabled')).toBeVisible();
  await press(page, page.getByRole('link', { name: 'All registrars' }));
  const address = page.getByLabel('Test an address');
  await write(page, address, '198.51.100.163');
  await page.keyboard.press('Enter');
  await expect(page.getByText('the registrar is disabled.')).toBeVisible();
  await write(page, address, 'nowhere');
  await press(page, button(page, 'Test'));
  await expect(page.getByText('“nowhere” is not an IP address')).toBeVisible();
  await expectAccessibleState(page);

  await press(page, page.getByRole('link', { name: 'All registrars' }));
  await press(page, page.getByRole('link', { name: 'Tūī Domains' }));
  await press(page, button(page, 'Remove the registrar'));
  const certain = page.getByRole('dialog', { name: 'Remove Tūī Domains?' });
  const again = certain.getByLabel('Type Tūī Domains to go on');
  await expectFocus(again);
  await page.keyboard.type('Tūī Domains');
  await expectAccessibleState(page);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Registrars')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tūī Domains' })).toHaveCount(0);
  await press(page, button(page, 'Sign out'));
  await expect(heading(page, 'Sign in')).toBeVisible();
  expect(errors).toEqual([]);
});
