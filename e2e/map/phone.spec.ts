import type { Page } from '@playwright/test';
import { expectNoViolations } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { boxOf, expectQuiet, mapOf, openMap } from '#e2e/support/map-page.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

const shared = '/availability/-41.2866/174.7756?address=Wellington';

async function expectAnswerInView(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(/^Available here: |^Nothing/).first()).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
}

test('the heading and what is available are in view on a shared link, and after each question', {
  tag: '@everyday',
}, async ({ page }) => {
  const seen = await openMap(page, { path: shared });
  await expectAnswerInView(page);
  await boxOf(page).fill('-36.8485, 174.7633');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('36.8485');
  await expectAnswerInView(page);
  const box = await mapOf(page).boundingBox();
  await page.touchscreen.tap(200, (box?.y ?? 0) + 150);
  await expect(page.getByText(/^Within about/)).toBeVisible();
  await expectAnswerInView(page);
  expectQuiet(page, seen);
  await expectNoViolations(page);
});

test('the first technology is open, with its provider and speed in view; the others are a line each', async ({
  page,
}) => {
  await openMap(page, { path: shared });
  await expect(page.getByRole('article')).toHaveCount(5);
  const [first, ...others] = await page.getByRole('article').all();
  await expect(page.getByRole('article', { name: 'Fibre' }).getByRole('heading', { level: 3 }).first()).toBeInViewport({
    ratio: 1,
  });
  await expect(page.getByRole('article', { name: 'Fibre' }).getByRole('definition').first()).toBeInViewport({
    ratio: 1,
  });
  for (const card of others) expect((await card.boundingBox())?.height).toBeLessThanOrEqual(60);
  await first?.locator('summary').tap();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1300);
  const cable = page.getByRole('article', { name: 'Cable' });
  await cable.locator('summary').tap();
  await expect(cable.getByRole('heading', { level: 3 }).first()).toBeVisible();
});

test('on a phone on its side the first technology is in view', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await openMap(page, { path: shared });
  await expect(page.getByRole('article').first().locator('summary')).toBeInViewport({ ratio: 1 });
});

test('on focus the field is at the top, with eight suggestions above a keyboard', async ({ page }) => {
  await openMap(page);
  await boxOf(page).tap();
  await boxOf(page).pressSequentially('a');
  await expect(page.getByRole('option').first()).toBeVisible();
  expect((await boxOf(page).boundingBox())?.y).toBeLessThan(24);
  const options = await page.getByRole('option').all();
  const last = await options.at(-1)?.boundingBox();
  expect(options.length).toBeGreaterThan(3);
  expect((last?.height ?? 99) * 8 + 64).toBeLessThan(450);
});

test('the sheet is moved by keys and by hand, and the panel of layers leaves the map in view', async ({ page }) => {
  await openMap(page, { path: shared });
  const handle = page.getByRole('separator');
  const height = async () => (await mapOf(page).boundingBox())?.height ?? 0;
  const before = await height();
  await handle.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect.poll(height).toBeGreaterThan(before + 50);
  await expect(handle).toHaveAttribute('aria-valuenow', '40');
  const box = await handle.boundingBox();
  if (box === null) throw new Error('The sheet has no handle.');
  await page.mouse.move(box.x + 100, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 100, box.y - 192, { steps: 4 });
  await page.mouse.up();
  await expect.poll(height).toBeLessThan(before);
  await page.keyboard.press('End');
  const panel = page.locator('details', { hasText: 'Coverage' }).first();
  await panel.locator('summary').tap();
  await expect(page.getByRole('checkbox', { name: 'Fibre' })).toBeVisible();
  const map = await mapOf(page).boundingBox();
  const open = await panel.boundingBox();
  expect((open?.y ?? 0) - (map?.y ?? 0)).toBeGreaterThan(120);
});

test('an answer is filtered by technology, speed and time', async ({ page }) => {
  await openMap(page, { path: shared });
  const names = () => page.getByRole('article').locator('h2').allTextContents();
  const fast = page.getByRole('checkbox', {
    name: /^Fast enough for several people.*at least 100.Mbps down and 20.Mbps up$/,
  });
  await expect(fast).toBeHidden();
  await page.getByText('Show only', { exact: true }).first().tap();
  await fast.check();
  await expect.poll(names).not.toContain('ADSL');
  await expect(page.getByText(/^Hidden: \d of \d offers\.$/)).toBeVisible();
  await page.reload();
  await expect(fast).toBeChecked();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(fast).not.toBeChecked();
  await page.getByRole('combobox', { name: 'Technology' }).selectOption({ label: 'VDSL' });
  await expect.poll(names).toEqual(['VDSL']);
  await page.getByRole('combobox', { name: 'When' }).selectOption({ label: 'Planned' });
  await expect(page.getByText('Nothing here matches what you chose to show')).toBeVisible();
});
