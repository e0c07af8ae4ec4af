import type { Page } from '@playwright/test';
import { expectAccessibleState } from '#e2e/support/axe.ts';
import { choose as chooseFile, testFile } from '#e2e/support/coverage.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { choose, press, write } from '#e2e/support/keyboard.ts';
import { expectNarrow, expectPublicAccessible } from '#e2e/support/public-axe.ts';
import { acceptLink, listenForErrors, signUp } from '#e2e/support/staff.ts';

const provider = 'Tūī Fibre (invented)';
const point = '/availability/-41.2866/174.7756?address=Wellington';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
/** A report sent within two seconds of opening the form counts as sent by a program; milliseconds. */
const personMs = 2000;

/** A file without a provider, which is that of the person who delivers it, and without two of the speeds. */
function towns(): string {
  const ring = [170, -45.9, 170.01, -45.9, 170.01, -45.89, 170, -45.89, 170, -45.9];
  const coordinates = [Array.from({ length: 5 }, (_, at) => [ring[2 * at], ring[2 * at + 1]])];
  const properties = {
    technology: 'Fibre',
    availability: 'Available',
    bandwidth_min_mbps: 100,
    bandwidth_up_min_mbps: 20,
  };
  return JSON.stringify({ type: 'Feature', properties, geometry: { type: 'Polygon', coordinates } });
}

test('by keyboard alone a provider’s person is invited, delivers a file, and answers a report that its visitor follows', {
  tag: '@everyday',
}, async ({ page, browser, baseURL }) => {
  test.slow();
  const errors = listenForErrors(page);
  await signUp(page, baseURL ?? '', 'provider-admin@watea.example', 'admin');
  await press(page, page.getByRole('link', { name: 'Staff', exact: true }));
  await press(page, page.getByRole('link', { name: 'Invite somebody' }));
  await write(page, page.getByLabel('Email address'), 'mere@tui-fibre.example');
  await page.keyboard.press('Tab');
  for (let down = 0; down < 3; down++) await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel(/^Provider:/)).toBeChecked();
  await press(page, button(page, 'Create link'));
  await expect(page.getByText('Choose the network provider that this person belongs to.')).toBeVisible();
  await choose(page, page.getByLabel('Network provider', { exact: true }), 'T');
  await press(page, button(page, 'Create link'));
  const link = await page.getByLabel('One-time link').inputValue();

  // what the provider's files leave open
  await page.goto('/admin/providers');
  await press(page, page.getByRole('link', { name: provider }).first());
  await press(page, page.getByRole('link', { name: 'Settings', exact: true }).last());
  await expect(page).toHaveURL(/settings$/);
  const speed = (name: string) => page.getByLabel(`Fibre, ${name} speed, Mbps`);
  await write(page, speed('highest download'), '900');
  await write(page, speed('highest upload'), 'fast');
  await press(page, button(page, 'Save').last());
  await expect(
    page.getByText('Enter a number of megabits per second without commas, such as 1000 or 0.5.'),
  ).toBeVisible();
  await speed('highest upload').clear();
  await write(page, speed('highest upload'), '500');
  await press(page, button(page, 'Save').last());
  await expect(page.getByText('Saved for future imports.')).toBeVisible();
  await press(page, page.getByRole('link', { name: 'History', exact: true }));
  await expect(page.getByText('Fibre, highest download speed (Mbps): 900, was empty')).toBeVisible();

  // the visitor, before the provider answers
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(point);
  await visitor.getByRole('button', { name: 'Report a mistake here' }).click();
  await visitor.getByRole('textbox', { name: 'What is wrong?' }).fill('Our street has no fibre yet.');
  await visitor.waitForTimeout(personMs);
  await visitor.getByRole('button', { name: 'Send', exact: true }).click();
  const outcomeLink = visitor.getByRole('dialog').getByRole('link');
  await expect(outcomeLink).toHaveAttribute('href', /\/report\?token=/);
  const outcome = String(await outcomeLink.getAttribute('href'));
  await visitor.goto(outcome);
  await expect(visitor.getByRole('main')).toContainText('Nobody has answered yet.');

  const own = await (await browser.newContext()).newPage();
  const ownErrors = listenForErrors(own);
  await acceptLink(own, link);
  await expect(own).toHaveURL('/admin/own');
  await expect(heading(own, provider)).toBeVisible();
  await expectAccessibleState(own);
  await press(own, own.getByRole('main').getByRole('link', { name: 'Deliver coverage' }));
  await expectAccessibleState(own);
  await chooseFile(own, testFile('dunedin.geojson', towns()));
  await expect(own).toHaveURL(/\/admin\/own\/import\/\d+$/);
  await expect(button(own, 'Import')).toBeVisible();
  await expect(own.getByText('Replace all published coverage')).toBeHidden();
  await expect(own.getByText(`If left empty: 900 Mbps, the default of ${provider} for Fibre.`)).toBeVisible();
  await expectAccessibleState(own);
  // the focus begins before the first control again
  await own.reload();
  await press(own, own.getByRole('radio', { name: /^Add/ }), 'Space');
  await write(own, own.getByLabel('Name of the delivery', { exact: true }), 'Dunedin');
  await press(own, button(own, 'Import'));
  await expect(own).toHaveURL(/\/admin\/own\/deliveries\/\d+$/);
  await expect(own.getByRole('main')).toContainText('Waits for staff');
  await expect(own.getByRole('main')).toContainText('nothing lost; 1 new layer.');
  await expectAccessibleState(own);
  const delivery = own.url().split('/').at(-1);

  await page.goto(`/admin/coverage/versions/${delivery}`);
  await press(page, page.getByText('Where it comes from'));
  await expect(page.getByRole('main')).toContainText('highest upload speed 500 Mbps (1 feature)');
  await expect(page.getByRole('main')).toContainText('Delivered by');
  await expect(page.getByRole('main')).toContainText('mere@tui-fibre.example');

  await press(own, own.getByRole('link', { name: /^Reports/ }));
  await expect(own.getByRole('link', { name: 'Our street has no fibre yet.' }).first()).toBeVisible();
  await write(own, own.getByLabel('Search', { exact: true }), 'has no fibre');
  await choose(own, own.getByLabel('Your answer'), 'N');
  await press(own, button(own, 'Filter'));
  await expect(own).toHaveURL(/search=has(\+|%20)no(\+|%20)fibre.*state=open/);
  await expectAccessibleState(own);
  await press(own, own.getByRole('link', { name: 'Our street has no fibre yet.' }).first());
  await press(own, own.getByLabel('The visitor is right, and a delivery corrects it'), 'Space');
  await choose(own, own.getByLabel('Delivery', { exact: true }), `Delivery ${delivery}`);
  await write(own, own.getByLabel('For the visitor'), 'The cable ends at the corner; the map is corrected.');
  await press(own, button(own, 'Answer'));
  await expect(own.getByText('The answer was saved.')).toBeVisible();
  await expectAccessibleState(own);

  await visitor.goto(outcome);
  await expect(visitor.getByRole('main')).toContainText(`Delivery ${delivery} corrects it, and will be published.`);
  await expect(visitor.getByRole('main')).toContainText('The cable ends at the corner');
  await expect(visitor.getByRole('main')).not.toContainText('Our street');
  await page.goto(`/admin/coverage/versions/${delivery}`);
  await press(page, button(page, `Publish version ${delivery}`));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Publish' }));
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('main')).toContainText(`It is corrected by delivery ${delivery}, which is published.`);
  await expectPublicAccessible(visitor);
  await expectNarrow(visitor);
  expect([...errors, ...ownErrors]).toEqual([]);
});
