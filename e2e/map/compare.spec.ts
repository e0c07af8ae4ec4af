import type { Page } from '@playwright/test';
import { expectNoViolations } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { press } from '#e2e/support/keyboard.ts';
import { expectNarrow, expectPublicAccessible } from '#e2e/support/public-axe.ts';
import { listenForErrors } from '#e2e/support/staff.ts';

const wellington = '/availability/-41.2866/174.7756?address=Wellington';
const both = '/compare/-41.2866/174.7756?address=Wellington&with=-40%2C167.5&with-address=Tasman+Sea';

const secondPoint = (page: Page) => page.getByRole('region', { name: /^B/ });
const box = (page: Page) => page.getByRole('combobox', { name: 'Where?' });

test('by keyboard alone, an answer is compared with a second place at an address of its own', {
  tag: '@everyday',
}, async ({ page }) => {
  const errors = listenForErrors(page);
  await page.goto(wellington);
  await press(page, page.getByRole('link', { name: 'Compare with another place' }));
  await expect(page).toHaveURL('/compare/-41.2866/174.7756?address=Wellington');
  await expect(page.getByRole('region', { name: 'A Wellington' })).toBeVisible();
  await box(page).focus();
  await page.keyboard.type('-36.85, 174.76');
  await page.keyboard.press('Enter');
  await expect(secondPoint(page).getByRole('heading', { level: 2 }).first()).toBeFocused();
  await expect(page).toHaveURL('/compare/-41.2866/174.7756?address=Wellington&with=-36.85%2C174.76');
  const fibre = page.getByRole('table', { name: 'Summary' }).getByRole('row', { name: /^Fibre/ });
  await expect(fibre.getByRole('cell').first()).toHaveText(/^Available/);
  await expect(secondPoint(page).getByRole('article').first()).toBeVisible();
  await page.goBack();
  await expect(secondPoint(page)).toHaveCount(0);
  await press(page, page.getByRole('link', { name: 'Back to Wellington only' }));
  await expect(page).toHaveURL(/^[^#]*\/availability\/-41\.2866\/174\.7756\?address=Wellington/);
  expect(errors).toEqual([]);
  await expectNoViolations(page);
});

for (const size of [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
]) {
  test(`at ${size.width} × ${size.height} the summary is in view once the second place is chosen`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto('/compare/-41.2866/174.7756?address=Wellington');
    await box(page).fill('-36.85, 174.76');
    await page.keyboard.press('Enter');
    await expect(secondPoint(page).getByRole('article').first()).toBeAttached();
    await expect(secondPoint(page).getByRole('heading', { level: 2 }).first()).toBeFocused();
    await expect(page.getByText('Summary', { exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('table', { name: 'Summary' }).getByRole('row', { name: /^Fibre/ })).toBeInViewport();
  });
}

test('a click on the map chooses the second place, using the public API and the site’s key', async ({ page }) => {
  const errors = listenForErrors(page);
  await page.goto('/compare/-41.2866/174.7756?address=Wellington');
  const map = page.getByRole('application', { name: /^Map of New Zealand/ });
  await expect(map).toBeVisible();
  const asked = page.waitForRequest('**/api/1.0/availability/yx/**');
  await map.click();
  expect(await (await asked).headerValue('x-api-key')).toMatch(/^[A-Za-z0-9]{40}$/);
  await expect(secondPoint(page)).toBeVisible();
  await expect(page).toHaveURL(/&with=/);
  expect(errors).toEqual([]);
});

test('a shared comparison is answered in the HTML, also on a phone, and is not indexed', async ({ page, browser }) => {
  const errors = listenForErrors(page);
  const scriptless = await browser.newContext({ javaScriptEnabled: false });
  const bare = await scriptless.newPage();
  await bare.goto(both);
  await expect(bare.getByRole('region', { name: 'A Wellington' }).getByRole('article').first()).toBeVisible();
  await expect(bare.getByRole('region', { name: 'B Tasman Sea' })).toContainText('Nothing recorded here');
  await scriptless.close();

  await page.goto(both);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expectPublicAccessible(page);
  await expectNarrow(page);
  await page.goto(`${both}&lang=mi`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Whakatauritea ngā wāhi e rua');
  expect(errors).toEqual([]);
});

test('on paper and on a phone both places are on the map, and no button covers them', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/compare/-41.2866/174.7756?with=-41.21%2C174.9');
  const map = page.getByRole('application');
  const pins = map.locator('.leaflet-marker-icon').filter({ has: page.locator('svg text') });
  const areShown = () =>
    pins.evaluateAll((found) =>
      found.map((pin) => {
        const [{ left, right, top, bottom }, around] = [
          pin.getBoundingClientRect(),
          (pin.closest('[role="application"]') as Element).getBoundingClientRect(),
        ];
        const inside = left >= around.left && right <= around.right && top >= around.top && bottom <= around.bottom;
        const buttons = [...document.querySelectorAll('.leaflet-bar a')].map((button) =>
          button.getBoundingClientRect(),
        );
        return (
          inside && buttons.every((at) => right < at.left || left > at.right || bottom < at.top || top > at.bottom)
        );
      }),
    );
  await expect.poll(areShown).toEqual([true, true]);
  // A4
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeHidden();
  await expect.poll(areShown).toEqual([true, true]);
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect.poll(areShown).toEqual([true, true]);
});
