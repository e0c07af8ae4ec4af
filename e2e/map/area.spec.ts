import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectNoViolations } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { press, tabTo } from '#e2e/support/keyboard.ts';
import { expectNarrow, expectPublicAccessible } from '#e2e/support/public-axe.ts';
import { listenForErrors } from '#e2e/support/staff.ts';

const wellington = '/area?from=-41.33,174.7&to=-41.25,174.85';

const mapOf = (page: Page) => page.getByRole('application', { name: /^Map of New Zealand/ });
const table = (page: Page) => page.getByRole('table', { name: 'Share of the area, by technology' });
const fibre = (page: Page) => table(page).getByRole('row', { name: /^Fibre/ });
const result = (page: Page) => page.getByRole('heading', { name: 'What covers this area' });

test('two clicks on the map draw an area; its shares are shown beside it and have an address that can be shared', {
  tag: '@everyday',
}, async ({ page }) => {
  const errors = listenForErrors(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Measure an area' }).click();
  await expect(page).toHaveURL('/area');
  // so close that two points of the map are less than 50 km apart
  await mapOf(page).focus();
  for (let presses = 0; presses < 4; presses++) {
    await page.keyboard.press('+');
    await page.waitForTimeout(400);
  }
  const box = await mapOf(page).boundingBox();
  if (box === null) throw new Error('The map has no place on the page.');
  const at = (right: number, down: number) => ({ position: { x: box.width / 2 + right, y: box.height / 2 + down } });
  await mapOf(page).click(at(0, 0));
  await expect(page.getByText('One corner is set. Now choose the opposite corner.').first()).toBeVisible();
  await mapOf(page).click(at(40, 40));
  await expect(result(page)).toBeVisible();
  await expect(page).toHaveURL(/\/area\?from=-?[\d.]+,[\d.]+&to=-?[\d.]+,[\d.]+$/);
  await expect(table(page).getByRole('row')).toHaveCount(6);
  await page.goBack();
  await expect(table(page)).toHaveCount(0);
  expect(errors).toEqual([]);
  await expectNoViolations(page);
});

test('by keyboard alone, a centre and a size are typed, and the focus moves to the result', async ({ page }) => {
  const errors = listenForErrors(page);
  await page.goto('/area');
  await tabTo(page, page.getByRole('radio', { name: 'Two corners' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Centre and size' })).toBeChecked();
  await press(page, page.getByRole('button', { name: 'Measure' }));
  const centre = page.getByRole('textbox', { name: 'Centre' });
  await expect(centre).toBeFocused();
  await expect(centre).toHaveAccessibleDescription(/Enter a latitude and a longitude/);
  await page.keyboard.type("41°17'S 174°46'E");
  await page.keyboard.press('Enter');
  await expect(result(page)).toBeFocused();
  await expect(fibre(page).getByRole('cell').first()).toHaveText(/^[\d.]+\s%$/);
  await expect(page.getByText(/^10\s×\s10\skm, 100\skm²\./)).toBeVisible();
  expect(errors).toEqual([]);
});

test('the address of an area is answered in the HTML, and as CSV with the same figures', async ({ page, browser }) => {
  const errors = listenForErrors(page);
  const scriptless = await browser.newContext({ javaScriptEnabled: false });
  const bare = await scriptless.newPage();
  await bare.goto(wellington);
  await expect(fibre(bare)).toBeVisible();
  await scriptless.close();

  await page.goto(wellington);
  const shown = await fibre(page).getByRole('cell').first().textContent();
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  const lines = readFileSync(await (await saved).path(), 'utf8').split('\r\n');
  const percent = Number(lines.find((line) => line.startsWith('Fibre,Available,'))?.split(',')[3]);
  expect(percent).toBeGreaterThan(0);
  expect(shown).toContain(`${percent.toFixed(1)}\u00a0%`);
  await expectPublicAccessible(page);
  await expectNarrow(page);
  expect(errors).toEqual([]);
});

test.describe('an area that cannot be measured has a sentence with the reason', () => {
  for (const [why, query, words] of [
    ['too large', 'from=-41,174&to=-40,175', /^The rectangle is 84\.7\s×\s111\skm\. At most 50\s×\s50\skm/],
    ['outside', 'from=-30,174&to=-30.1,174.1', /^That is outside the area this service covers/],
    ['without an area', 'from=-41,174&to=-41,174.1', /^The two corners must differ/],
  ] as const) {
    test(why, async ({ page }) => {
      const errors = listenForErrors(page);
      await page.goto(`/area?${query}`);
      const heading = page.getByRole('heading', { name: words });
      await expect(heading).toBeVisible();
      // the same in the browser, without a request
      let requests = 0;
      page.on('request', (request) => {
        if (request.url().includes('/areas?')) requests++;
      });
      await page.getByRole('button', { name: 'Measure' }).click();
      await expect(heading).toBeFocused();
      expect(requests).toBe(0);
      if (why === 'too large') await expectPublicAccessible(page);
      expect(errors).toEqual([]);
    });
  }

  test('too many at once, a fault, offline', async ({ page, context }) => {
    const errors = listenForErrors(page);
    await page.goto(wellington);
    const measure = page.getByRole('button', { name: 'Measure' });
    await page.route('**/areas?*', (route) => route.fulfill({ status: 429, json: { code: 429, error: 'x' } }));
    await measure.click();
    await expect(page.getByRole('heading', { name: /^Too many areas/ })).toBeFocused();
    await page.route('**/areas?*', (route) => route.fulfill({ status: 500, body: 'x' }));
    await measure.click();
    await expect(page.getByRole('heading', { name: /^Something went wrong at our end/ })).toBeFocused();
    await page.unrouteAll();
    await context.setOffline(true);
    await measure.click();
    await expect(page.getByRole('heading', { name: /^You are offline/ })).toBeFocused();
    await context.setOffline(false);
    await measure.click();
    await expect(result(page)).toBeFocused();
    expect(errors.filter((line) => !/status of (429|500)|ERR_INTERNET_DISCONNECTED/.test(line))).toEqual([]);
  });
});

test('in te reo Māori', async ({ page }) => {
  await page.goto(`${wellington}&lang=mi`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Te nui o tētahi rohe kua kapi');
  await expect(page.getByRole('row', { name: /^Kaka karāhe/ })).toBeVisible();
});
