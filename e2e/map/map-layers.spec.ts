import type { Page } from '@playwright/test';
import { expectNoViolations } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { askByCoordinates, expectQuiet, mapOf, openMap, providersOf, wellington } from '#e2e/support/map-page.ts';
import { expectNothingCovered } from '#e2e/support/over-map.ts';

const tilesOf = (page: Page, setId: number) => page.locator(`img.leaflet-tile-loaded[src*="/tiles/${setId}/"]`);
const panelOf = (page: Page) => page.locator('details', { hasText: 'Coverage' }).first();

test('layers are switched by keyboard, drawn, written to the address, and restored from it', async ({ page }) => {
  const seen = await openMap(page);
  await panelOf(page).locator('summary').focus();
  await page.keyboard.press('Enter');
  const boxes = page.getByRole('checkbox');
  await expect(boxes).toHaveCount(6);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: 'Fastest available at each place' })).toBeFocused();
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
  await page.getByRole('checkbox', { name: 'Wireless' }).uncheck();
  await page.getByRole('checkbox', { name: 'Fibre' }).uncheck();
  await expect(page).toHaveURL(/&layers=none&/);
  await expect(page.getByText('Fastest available now')).toHaveCount(0);
  await expect(tilesOf(page, 1)).toHaveCount(0);
  expectQuiet(page, seen);
});

const lackingNote = (page: Page) => page.getByText('Some of the coverage could not be loaded.');

/** Opaque pixels of the tiles of the best technology that are on the page. */
const paintedPixels = (page: Page) =>
  page.locator('.leaflet-coverage-pane canvas').evaluateAll((canvases) =>
    canvases.reduce((sum, canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const data = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      return sum + data.filter((value, at) => at % 4 === 3 && value > 0).length;
    }, 0),
  );

test('coverage that could not be loaded at first is drawn a little later, without a hand', async ({ page }) => {
  await page.clock.install();
  await page.route('**/tiles', (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/tiles'));
  await page.goto('/');
  await failed;
  await expect(lackingNote(page)).toBeVisible();
  expect(await paintedPixels(page)).toBe(0);
  const again = page.waitForResponse((response) => response.url().endsWith('/tiles'));
  await page.clock.fastForward(10_000);
  await again;
  await expect.poll(() => paintedPixels(page)).toBeGreaterThan(100);
  await expect(lackingNote(page)).toHaveCount(0);
});

test('coverage that was missed without a connection is drawn when it is back', async ({ page, context }) => {
  await page.goto('/');
  await expect.poll(() => paintedPixels(page)).toBeGreaterThan(100);
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/tiles/best/'));
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await failed;
  await expect(page, 'the map has come to rest between two zooms of tiles').toHaveURL(/#map=6\.25\//);
  await expect(lackingNote(page)).toBeVisible();
  const drawn = page.waitForResponse((response) => response.url().includes('/tiles/best/') && response.ok());
  await context.setOffline(false);
  await drawn;
  await expect.poll(() => paintedPixels(page)).toBeGreaterThan(100);
  await expect(lackingNote(page)).toHaveCount(0);
});

test('a chosen layer that lacks tiles is no empty map: it says so until they have come, or it is gone', async ({
  page,
}) => {
  let isLost = true;
  // taking the route off would leave a request without an answer that came meanwhile
  await page.route('**/tiles/1/**', (route) => (isLost ? route.abort() : route.continue()));
  await page.goto('/#layers=1,4');
  await expect(lackingNote(page)).toBeVisible();
  await expect(tilesOf(page, 4).first()).toBeVisible();
  await panelOf(page).locator('summary').click();
  await page.getByRole('checkbox', { name: 'Fibre' }).uncheck();
  await expect(lackingNote(page)).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Fibre' }).check();
  await expect(lackingNote(page)).toBeVisible();
  isLost = false;
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(tilesOf(page, 1).first()).toBeVisible();
  await expect(lackingNote(page)).toHaveCount(0);
});

test('until a layer is chosen the fastest technology at each place is drawn, with its legend', async ({ page }) => {
  const seen = await openMap(page);
  const legend = page.getByRole('list', { name: 'Fastest available now' });
  await expect(legend.getByRole('listitem')).toHaveText(['Fibre', 'Cable', 'VDSL', 'Wireless', 'ADSL']);
  await expect.poll(() => paintedPixels(page)).toBeGreaterThan(100);
  await expect(page).toHaveURL('/');
  await expectNoViolations(page);
  // somebody who chooses sees what they chose, and nothing else
  await panelOf(page).locator('summary').click();
  await page.getByRole('checkbox', { name: 'ADSL' }).check();
  await expect(legend).toHaveCount(0);
  await expect(page.locator('.leaflet-coverage-pane canvas')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Fastest available at each place' }).check();
  await expect(page.getByRole('checkbox', { name: 'ADSL' })).not.toBeChecked();
  await expect(legend).toBeVisible();
  await expect(page).toHaveURL('/');
  // the same in te reo Māori, and after a reload without any
  await page.goto('/?lang=mi');
  await expect(page.getByRole('list', { name: 'Te mea tere rawa e wātea ana' })).toBeVisible();
  await page.goto('/?lang=en#layers=none');
  await mapOf(page).waitFor();
  await page.waitForLoadState('networkidle');
  await expect(legend).toHaveCount(0);
  expectQuiet(page, seen);
});

const sizes = [
  { width: 320, height: 480 },
  { width: 320, height: 600 },
  { width: 390, height: 844 },
  { width: 600, height: 500 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
];
for (const size of sizes) {
  test(`at ${size.width} × ${size.height} nothing over the map covers another such thing, a name or the pin`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const legend = page.locator('[data-over-map] > * > [aria-expanded]');
    const isFolded = size.width < 800;
    const wellington = '/availability/-41.2866/174.7756?address=Wellington';
    for (const path of ['/', `${wellington}+CBD#layers=1,2,3,4,5`, wellington]) {
      await openMap(page, { path });
      await expect(legend).toHaveAttribute('aria-expanded', String(!isFolded));
      await expectNothingCovered(page);
      await legend.click();
      await expect(legend).toHaveAttribute('aria-expanded', String(isFolded));
      await expectNothingCovered(page);
    }
    await mapOf(page).focus();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('Arrow keys move, + and − zoom', { exact: false })).toBeVisible();
    await expectNothingCovered(page, { isMoved: true });
  });
}

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
    .locator('details td > span > span')
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
