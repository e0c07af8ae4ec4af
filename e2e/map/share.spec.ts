import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/journey.ts';
import { press } from '#e2e/support/keyboard.ts';
import { expectNarrow, expectPublicAccessible } from '#e2e/support/public-axe.ts';
import { listenForErrors } from '#e2e/support/staff.ts';

const path = '/availability/-41.2866/174.7756?address=Wellington';

const shareButton = (page: Page) => page.getByRole('button', { name: 'Share or print' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share this answer' });
const linkField = (page: Page) => page.getByRole('textbox', { name: 'Link to this answer' });

test('by keyboard alone, the link is copied, and the focus returns', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const errors = listenForErrors(page);
  await page.goto(path);
  await press(page, shareButton(page));
  await expect(dialog(page)).toBeVisible();
  // the view of the map is after the #
  const link = await linkField(page).inputValue();
  expect(link.split('#')[0]).toBe(`${baseURL}${path}`);
  await press(page, page.getByRole('button', { name: 'Copy the link' }));
  await expect(dialog(page).getByRole('status').first()).toHaveText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.getByText('Show it on another website').click();
  await expectPublicAccessible(page);
  await expectNarrow(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(shareButton(page)).toBeFocused();
  expect(errors).toEqual([]);
});

test('on plain HTTP, where pages have no clipboard, the link is still copied, or left selected', async ({ page }) => {
  const errors = listenForErrors(page);
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto(path);
  await shareButton(page).click();
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(dialog(page).getByRole('status').first()).toHaveText('Copied.');

  await page.evaluate(() => {
    document.execCommand = () => false;
  });
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(dialog(page).getByRole('status').first()).toHaveText(/The text is selected/);
  await expect(linkField(page)).toBeFocused();
  const selected = await linkField(page).evaluate((field: HTMLTextAreaElement) =>
    field.value.slice(field.selectionStart, field.selectionEnd),
  );
  expect(selected).toBe(await linkField(page).inputValue());
  expect(errors).toEqual([]);
});

test('a printed answer is complete and has its map, with nothing else on the paper', async ({ page, baseURL }) => {
  const errors = listenForErrors(page);
  const queenstown = '/availability/-44.6/168.2?address=Somewhere';
  await page.goto(queenstown);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(`From ${baseURL}${queenstown}`)).toBeVisible();
  await expect(page.getByRole('application')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Where?' })).toBeHidden();
  await expect(shareButton(page)).toBeHidden();
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(ground).toBe('rgb(245, 248, 246)');

  await page.emulateMedia({ media: 'screen' });
  await page.goto('/availability/-40.3523/175.6082?address=Palmerston%20North');
  await page.emulateMedia({ media: 'print' });
  const absent = page.getByText(/technolog(y is|ies are) not available here/);
  await expect(absent).toBeVisible();
  await expect(absent.locator('xpath=following-sibling::ul').getByRole('listitem').first()).toBeVisible();
  expect(errors).toEqual([]);
});

test('the snippet shows a working map on another site; every other page refuses to be framed', {
  tag: '@everyday',
}, async ({ page, baseURL }) => {
  await page.goto(path);
  await shareButton(page).click();
  await page.getByText('Show it on another website').click();
  const snippet = await page.getByRole('textbox', { name: 'HTML for that website' }).inputValue();
  expect(snippet).toContain(`src="${baseURL}/embed/-41.2866/174.7756?address=Wellington`);

  const foreign = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<title>Foreign</title>${snippet}<iframe name="whole" src="${baseURL}${path}"></iframe>`);
  });
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  try {
    const errors = listenForErrors(page);
    await page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`);
    const frame = page.frameLocator('iframe[title="Broadband at Wellington"]');
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Wellington');
    const map = frame.getByRole('application');
    await expect(map).toBeVisible();
    const answered = page.waitForResponse('**/api/1.0/availability/yx/**');
    await frame.getByRole('combobox', { name: 'Where?' }).fill('-36.85, 174.76');
    await frame.getByRole('button', { name: 'Ask', exact: true }).click();
    const response = await answered;
    expect(response.status()).toBe(200);
    expect(await response.request().headerValue('x-api-key')).toMatch(/^[A-Za-z0-9]{40}$/);
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText('36.85° S, 174.76° E');
    await expect(frame.getByRole('link', { name: 'Open this in Wātea' })).toHaveAttribute('target', '_blank');
    await expect(frame.getByRole('button', { name: 'Share or print' })).toHaveCount(0);
    const opened = page.waitForEvent('popup');
    await frame.getByRole('link', { name: 'Open this in Wātea' }).click();
    await expect(await opened).toHaveURL(/\/availability\/-36\.85\/174\.76(#|$)/);

    const refused = page.frames().find((one) => one.name() === 'whole');
    expect(refused?.url()).toBe('chrome-error://chromewebdata/');
    expect(errors.filter((line) => !/frame-ancestors|X-Frame-Options|chrome-error/.test(line))).toEqual([]);
    expect(errors.some((line) => /frame-ancestors|X-Frame-Options/.test(line))).toBe(true);
  } finally {
    foreign.close();
  }
});

test('axe finds nothing on the embedded page', async ({ page }) => {
  const errors = listenForErrors(page);
  await page.goto('/embed/-41.2866/174.7756?address=Wellington');
  await expect(page.getByRole('application')).toBeVisible();
  await expectPublicAccessible(page);
  await expectNarrow(page);
  expect(errors).toEqual([]);
});
