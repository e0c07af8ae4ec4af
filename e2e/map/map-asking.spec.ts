import type { Page } from '@playwright/test';
import { at } from '#e2e/support/at.ts';
import { expect, test } from '#e2e/support/journey.ts';
import {
  askByCoordinates,
  boxOf,
  clickMiddle,
  expectQuiet,
  mapOf,
  openMap,
  providersOf,
} from '#e2e/support/map-page.ts';

const pinOf = (page: Page) => page.getByRole('button', { name: /^The chosen point/ });
const near = '/availability/-41.2866/174.7756#map=15/-41.2866/174.7756';

async function middleOfMap(page: Page) {
  const box = await mapOf(page).boundingBox();
  if (box === null) throw new Error('The map has no place on the page.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('arrow keys move the pin, which keeps the focus; a dragged pin asks where it is dropped', async ({ page }) => {
  const seen = await openMap(page, { path: near });
  const pin = pinOf(page);
  await pin.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowUp');
  // 10 pixels east and 1 north at zoom 15
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('41.28657° S, 174.77603° E');
  await expect(page).toHaveURL(at('/availability/-41.28657/174.77603'));
  await expect(page.getByText('Within about 30 m')).toBeVisible();
  await expect(pin).toBeFocused();

  const box = await pin.boundingBox();
  if (box === null) throw new Error('The map has no pin.');
  await page.mouse.move(box.x + 15, box.y + 15);
  await page.mouse.down();
  await page.mouse.move(box.x + 115, box.y + 65, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^41\.28\d+°\sS, 174\.780\d*°\sE$/);
  await expect(providersOf(page).first()).toBeVisible();
  expectQuiet(page, seen);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a long press asks immediately, at any zoom', async ({ page, context }) => {
    const seen = await openMap(page);
    const finger = await middleOfMap(page);
    const devices = await context.newCDPSession(page);
    await devices.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
    await page.waitForTimeout(1000);
    await devices.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(page.getByText(/^Within about [\d,]+\sm$/)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/°/);
    // the answer has scrolled up from below the map
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    expectQuiet(page, seen);
  });

  test('a tap on a distant map zooms in', async ({ page }) => {
    const seen = await openMap(page);
    const finger = await middleOfMap(page);
    await page.touchscreen.tap(finger.x, finger.y);
    await expect(page.getByText(/^Zoomed in/)).toBeVisible();
    await expect(page).toHaveURL(/#map=14\//);
    expectQuiet(page, seen);
  });
});

test('swapped coordinates are corrected, with a note', async ({ page }) => {
  const seen = await openMap(page);
  await boxOf(page).fill('174.7756, -41.2866');
  await expect(page.getByRole('option')).toContainText('longitude came first');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page).toHaveURL(at('/availability/-41.2866/174.7756'));
  await expect(providersOf(page).first()).toBeVisible();
  expectQuiet(page, seen);
});

test('the Chatham Islands are on the map past 180°, with their own message', async ({ page }) => {
  const seen = await openMap(page, { refusals: true });
  await askByCoordinates(page, { latitude: '-43.95', longitude: '-176.55' });
  await expect(page.getByText('The Chatham Islands are outside the area this service covers').first()).toBeVisible();
  await expect(pinOf(page)).toBeInViewport();
  await expect(page).toHaveURL(/#map=14\/-43\.95\/-176\.55$/);
  expectQuiet(page, seen);
});

test('“use my location” asks at the device’s location with its accuracy; if refused, it says what else to do', async ({
  page,
  context,
}) => {
  const seen = await openMap(page);
  await page.getByRole('button', { name: 'Use my location' }).click();
  await expect(
    page.getByText('Your browser does not let this page see where you are.', { exact: false }),
  ).toBeVisible();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: -41.28661234567, longitude: 174.7756, accuracy: 25 });
  await page.getByRole('button', { name: 'Use my location' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('41.286612° S, 174.7756° E');
  await expect(page.getByText('Within about 30 m')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  // the browser would give the place that it has found
  await page.reload();
  await context.setGeolocation({ latitude: 51.5, longitude: -0.1 });
  await page.getByRole('button', { name: 'Use my location' }).click();
  await expect(page.getByText('You seem to be outside the area of this service')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('41.286612° S, 174.7756° E');
  await page.keyboard.press('Tab');
  await expect(page.getByText('You seem to be outside the area of this service')).toBeHidden();
  expectQuiet(page, seen);
});

test('the longitude of a click past 180° is wrapped', async ({ page }) => {
  const seen = await openMap(page, { path: '/#map=14/-43.95/-176.55', refusals: true });
  await clickMiddle(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^43\.9\d+°\sS, 176\.5\d+°\sW$/);
  await expect(page).toHaveURL(({ pathname }) => /^\/availability\/-43\.9\d+\/-176\.5\d+$/.test(pathname));
  expectQuiet(page, seen);
});
