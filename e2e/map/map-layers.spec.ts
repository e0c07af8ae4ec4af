import type { Page } from '@playwright/test';
import { expectNoViolations } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { askByCoordinates, expectQuiet, openMap, providersOf, wellington } from '#e2e/support/map-page.ts';

const tilesOf = (page: Page, setId: number) => page.locator(`img.leaflet-tile-loaded[src*="/tiles/${setId}/"]`);
const panelOf = (page: Page) => page.locator('details', { hasText: 'Coverage' }).first();

test('layers are switched by keyboard, drawn, written to the address, and restored from it', async ({ page }) => {
  const seen = await openMap(page);
  await panelOf(page).locator('summary').focus();
  await page.keyboard.press('Enter');
  const boxes = page.getByRole('checkbox');
  await expect(boxes).toHaveCount(5);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: 'Fibre' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(tilesOf(page, 1).first()).toBeVisible();
  await expect(page).toHaveURL('/#layers=1');
  await page.getByRole('checkbox', { name: 'Wireless' }).check();
  await expect(tilesOf(page, 4).first()).toBeVisible();
  await page.getByRole('slider', { name: 'Strength' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL('/#layers=1,4&opacity=70');
  await expect(page.getByText('70 %')).toBeVisible();
  await expectNoViolations(page);

  await askByCoordinates(page, wellington);
  await expect(providersOf(page).first()).toBeVisible();
  await expect(page).toHaveURL(/^[^#]*\/availability\/-41\.2866\/174\.7756#map=14\/[^&]*&layers=1,4&opacity=70$/);
  await page.reload();
  await expect(tilesOf(page, 1).first()).toBeVisible();
  await expect(tilesOf(page, 4).first()).toHaveCSS('opacity', /0\.7|1/);
  await panelOf(page).locator('summary').click();
  await expect(page.getByRole('checkbox', { name: 'Fibre' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Cable' })).not.toBeChecked();
  await page.getByRole('checkbox', { name: 'Fibre' }).uncheck();
  await expect(tilesOf(page, 1)).toHaveCount(0);
  expectQuiet(page, seen);
});

test('a sixth technology appears automatically, and each has its own swatch for each availability', async ({
  page,
}) => {
  await page.route('**/tiles', async (route) => {
    const answer = await route.fetch();
    const { layers } = await answer.json();
    layers.push({ ...layers[0], set_id: 6, name: 'Satellite <b>', covers: false, pattern: 'crossed' });
    await route.fulfill({ response: answer, json: { layers } });
  });
  const seen = await openMap(page);
  await panelOf(page).locator('summary').click();
  await expect(page.getByRole('checkbox', { name: 'Satellite <b> nothing on the map yet' })).toBeVisible();
  const swatches = await page
    .locator('details td > span')
    .evaluateAll((spans) => spans.map((span) => getComputedStyle(span).backgroundImage));
  expect(swatches).toHaveLength(18);
  expect(new Set(swatches.slice(0, 15)).size).toBe(15);
  await expectNoViolations(page);
  expectQuiet(page, seen);
});

test('the map has bounds: it cannot be moved across the world, nor zoomed in beyond a house', async ({ page }) => {
  const seen = await openMap(page, { path: '/#map=18/-41.2866/174.7756' });
  await expect(page.getByRole('button', { name: 'Zoom in' })).toHaveAttribute('aria-disabled', 'true');
  await page.goto('/#map=14/51.5/-0.1');
  await page.reload();
  await expect(page.getByText('Auckland', { exact: true }).first()).toBeInViewport();
  await expect(page.getByText('Coast: GSHHG', { exact: false })).toBeVisible();
  expectQuiet(page, seen);
});
