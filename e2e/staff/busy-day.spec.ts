import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleState } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { press, tabTo } from '#e2e/support/keyboard.ts';
import { addAlarm } from '#e2e/support/outbox.ts';
import { seededRegister } from '#e2e/support/register.ts';
import { listenForErrors, signInByCookie, watea } from '#e2e/support/staff.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function askRegistry(request: APIRequestContext, from: string): Promise<number> {
  const answer = await request.get('/1.0/availability?string=example', { headers: { 'X-Forwarded-For': from } });
  return answer.status();
}

/** Asserts that a screen can be read without scrolling sideways, on a phone and on a desktop. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() => {
      const parts = [document.documentElement, ...document.querySelectorAll<HTMLElement>('#content section')];
      return parts
        .filter((part) => part.scrollWidth > part.clientWidth + 1)
        .map((part) => part.ariaLabel ?? part.tagName);
    });
    expect(wide, `${page.url()} at ${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

test('a problem is on top of the first screen, and an editor takes it on with a note by keyboard', async ({
  page,
  baseURL,
}) => {
  const errors = listenForErrors(page);
  await addAlarm('register inbox', { code: 'inbox-unusable', folder: '/srv/in', message: 'no such folder' });
  await signInByCookie(page, baseURL ?? '', 'busy-editor@watea.example', 'editor');
  const problem = page.getByRole('listitem').filter({ hasText: 'A register file was not imported' });
  await expect(problem).toContainText('The watched folder /srv/in cannot be used');
  await expect(problem).toContainText('What to do: Read the report beside the file.');
  await expect(page.getByRole('link', { name: /^Overview.*waiting$/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await press(page, button(page, 'Acknowledge: A register file was not imported'));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Note')).toBeFocused();
  await page.keyboard.type('The share is being mounted.');
  await expectAccessibleState(page);
  await press(page, dialog.getByRole('button', { name: 'Acknowledge' }));
  await expect(problem).toContainText('busy-editor@watea.example looks after it since');
  await expect(problem).toContainText('The share is being mounted.');
  await press(page, problem.getByRole('link', { name: 'Go there' }));
  await expect(page).toHaveURL(/\/admin\/register\/feeds/);
  expect(errors).toEqual([]);
});

test('refused callers are allowed together, and what was selected is removed together', async ({
  page,
  request,
  baseURL,
}) => {
  const errors = listenForErrors(page);
  const callers = ['198.51.100.61', '198.51.100.62'];
  watea(baseURL ?? '', 'registrars', 'add', 'Busy Names');
  for (const caller of callers) expect(await askRegistry(request, caller)).toBe(403);
  await signInByCookie(page, baseURL ?? '', 'busy-bulk@watea.example', 'editor');
  await expect(async () => {
    await page.goto('/admin/usage');
    for (const caller of callers) await expect(page.getByLabel(`Select ${caller}`)).toBeVisible({ timeout: 500 });
  }).toPass();
  for (const caller of callers) await press(page, page.getByLabel(`Select ${caller}`), 'Space');
  await expectAccessibleState(page);
  await button(page, 'Allow them together').click();
  await expect(page.getByLabel('Networks', { exact: true })).toHaveValue(/^198\.51\.100\.6\d\n198\.51\.100\.6\d$/);
  await page.getByLabel('Registrar').selectOption({ label: 'Busy Names' });
  await button(page, 'Allow all of them').click();
  await expect(page.getByText('2 networks are allowed.')).toBeVisible();
  await expect.poll(() => askRegistry(request, callers[0] ?? ''), { timeout: 2000 }).toBe(200);

  await page.goto('/admin/registrars?search=Busy');
  await page.getByRole('link', { name: 'Busy Names' }).click();
  // the list before has checkboxes too
  await expect(page.getByRole('heading', { level: 1, name: 'Busy Names' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Select all on this page').check();
  await button(page, 'Remove').click();
  const dialog = page.getByRole('dialog', { name: 'Remove 2 networks?' });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('2 networks removed.')).toBeVisible();
  await expect(page.getByText('This registrar has no networks yet')).toBeVisible();
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('cell', { name: /^Removed the network / })).toHaveCount(2);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(errors).toEqual([]);
});

test('anything is found from every screen by one key, and lists show the columns that are chosen', async ({
  page,
  baseURL,
}) => {
  const errors = listenForErrors(page);
  watea(baseURL ?? '', 'registrars', 'add', 'Toroa Names', '--contact', 'ops@toroa.example');
  watea(baseURL ?? '', 'registrars', 'add', 'Toroa Domains');
  await signInByCookie(page, baseURL ?? '', 'busy-finder@watea.example', 'viewer');
  await page.keyboard.press('/');
  await page.keyboard.type('toroa');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Find' })).toBeVisible();
  await expectAccessible(page);
  await press(page, page.getByRole('link', { name: 'Toroa Domains' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Toroa Domains' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('tōroa n');
  const suggestion = page.getByRole('option', { name: /^Toroa Names/ });
  await expect(suggestion).toBeVisible();
  await expectAccessibleState(page);
  // a phone has a link in place of the field
  await page.keyboard.press('Control+k');
  await page.keyboard.type('tōroa na');
  await expect(suggestion).toBeVisible();
  await page.keyboard.press('ArrowDown');
  const finder = page.getByRole('combobox', { name: 'Find anything' });
  await expect(finder).toHaveAttribute('aria-activedescendant', /-0$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Toroa Names' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('203.0.113.200');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '203.0.113.200 is refused' })).toBeVisible();

  await page.goto('/admin/registrars?search=Toroa');
  await tabTo(page, page.getByText('Columns', { exact: true }));
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('link', { name: 'Hide Contact' }));
  await expect(page.getByRole('columnheader', { name: 'Contact' })).toHaveCount(0);
  await expect(page).toHaveURL(/search=Toroa.*columns=name&columns=networks/);
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as NDJSON' }).click();
  expect((await download).suggestedFilename()).toMatch(/^watea-registrars-.*\.ndjson$/);
  expect(errors).toEqual([]);
});

test('a file whose kind is chosen is compared as soon as its upload has ended', async ({ page, baseURL }) => {
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'busy-feeder@watea.example', 'editor');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/admin\/uploads\/[^/]+$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/admin/register/feeds');
  await page.getByRole('radio', { name: 'Changes' }).check();
  await page.locator('input[type=file]').setInputFiles(seededRegister('early.csv', ['busy-early.nz,2020-01-01,']));
  await expect(page.getByText('The file is compared as soon as it has been uploaded.')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'What it would change' })).toBeVisible();
  expect(errors).toEqual([]);
});
