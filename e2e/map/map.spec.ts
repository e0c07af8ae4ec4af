import { at } from '#e2e/support/at.ts';
import { expectNoViolations } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import {
  announcementOf,
  answerWith,
  askByCoordinates,
  askedTitle,
  boxOf,
  clickMiddle,
  expectQuiet,
  mapOf,
  openCards,
  openMap,
  outside,
  providersOf,
  tasmanSea,
  wellington,
} from '#e2e/support/map-page.ts';

test('a click on a distant map zooms in, the next one queries the public API with the site’s key and shows the answer in words', {
  tag: '@everyday',
}, async ({ page }) => {
  const seen = await openMap(page);
  let questions = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/')) questions++;
  });
  const asked = page.waitForRequest('**/api/1.0/availability/yx/**');
  await page.getByText('Wellington', { exact: true }).first().waitFor();
  await clickMiddle(page);
  await expect(page.getByText('Zoomed in: now point to where the roof is')).toBeVisible();
  await expect(page).toHaveURL(/#map=14\//);
  expect(questions).toBe(0);
  await clickMiddle(page);
  const request = await asked;
  expect(new URL(request.url()).pathname).toMatch(
    /^\/api\/1\.0\/availability\/yx\/-?\d+(\.\d{1,7})?\/-?\d+(\.\d{1,7})?$/,
  );
  expect(await request.headerValue('x-api-key')).toMatch(/^[A-Za-z0-9]+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(askedTitle);
  await expect(page.getByText('Within about 60 m')).toBeVisible();
  await expect(page.getByText(/^Zoomed in/)).toBeHidden();
  await expect(announcementOf(page)).toHaveText(/^[\d.]+°\sS, [\d.]+°\sE\. (Available here|Nothing)/);
  expectQuiet(page, seen);
  await expectNoViolations(page);
});

test('each answered click has its own entry in the history', async ({ page }) => {
  await page.goto('/availability/-41.2866/174.7756#map=16/-41.2866/174.7756');
  await mapOf(page).waitFor();
  await expect(page.getByRole('article', { name: 'Fibre' })).toBeVisible();
  const places = [page.url()];
  for (const x of [300, 340]) {
    await mapOf(page).click({ position: { x, y: 300 } });
    await expect(page).not.toHaveURL(places.at(-1) ?? '');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(askedTitle);
    places.push(page.url());
  }
  expect(new Set(places).size).toBe(3);
  await page.goBack();
  await expect(page).toHaveURL(places[1] ?? '');
  await page.goBack();
  await expect(page).toHaveURL(places[0] ?? '');
});

test('Wellington shows what is available, with a provider, its speeds and a safe link', async ({ page }) => {
  const seen = await openMap(page);
  await page.getByRole('button', { name: 'Wellington' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wellington');
  await expect(page.getByText('41.2866° S, 174.7756° E', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(at('/availability/-41.2866/174.7756?address=Wellington'));
  await expect(page.getByText(/^Available here: .*Fibre/).first()).toBeVisible();
  await expect(page.getByRole('article', { name: 'Fibre' }).getByText('Available', { exact: true })).toBeVisible();
  await expect(providersOf(page).first()).toBeVisible();
  await expect(page.getByText(/Mbps$/).first()).toBeVisible();
  const link = page.getByRole('article').getByRole('link').first();
  await expect(link).toHaveAttribute('rel', 'noopener nofollow');
  await expect(link).toHaveAttribute('href', /^https?:/);
  expectQuiet(page, seen);
});

test('the sea has nothing recorded', async ({ page }) => {
  const seen = await openMap(page);
  await askByCoordinates(page, tasmanSea);
  await expect(page.getByRole('heading', { name: 'Nothing recorded here' })).toBeVisible();
  await expect(announcementOf(page)).toContainText('Nothing recorded here');
  expectQuiet(page, seen);
});

test('a place outside the service area says so, and the next answer clears that', async ({ page }) => {
  const seen = await openMap(page, { refusals: true });
  await askByCoordinates(page, outside);
  const words = page.getByRole('heading', { name: 'Outside the area this service covers' });
  await expect(words).toBeVisible();
  await askByCoordinates(page, wellington);
  await expect(providersOf(page).first()).toBeVisible();
  await expect(words).toHaveCount(0);
  expectQuiet(page, seen);
});

test('decimals beyond the seven that the API reads are rounded before the request', async ({ page }) => {
  const seen = await openMap(page);
  const asked = page.waitForRequest('**/api/1.0/availability/yx/**');
  await askByCoordinates(page, { latitude: ' −41.286600049 ', longitude: '174,775649999' });
  expect(new URL((await asked).url()).pathname).toBe('/api/1.0/availability/yx/-41.2866/174.77565');
  await expect(providersOf(page).first()).toBeVisible();
  expectQuiet(page, seen);
});

test('an unknown name is refused at the field, without a request', async ({ page }) => {
  const seen = await openMap(page);
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests++;
  });
  await askByCoordinates(page, { latitude: '-41.2866', longitude: 'Xyzzy' });
  await expect(boxOf(page)).toBeFocused();
  await expect(boxOf(page)).toHaveAccessibleDescription(/This address is not in our list/);
  await expect(boxOf(page)).toHaveValue('-41.2866; Xyzzy');
  expect(requests).toBe(0);
  expectQuiet(page, seen);
});

test.describe('by keyboard alone', () => {
  test('Enter on the map asks at the cross in its middle', async ({ page }) => {
    const seen = await openMap(page);
    const map = mapOf(page);
    for (let presses = 0; presses < 10; presses++) {
      await page.keyboard.press('Tab');
      if (await map.evaluate((element) => element === document.activeElement)) break;
    }
    await expect(map).toBeFocused();
    await expect(page.getByText('Enter points at the cross')).toBeVisible();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Zoomed in/)).toBeVisible();
    await expect(page).toHaveURL(/#map=14\//);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(askedTitle);
    await expect(map).toBeFocused();
    expectQuiet(page, seen);
  });

  test('the field accepts coordinates, and the answer gets the focus', async ({ page }) => {
    const seen = await openMap(page);
    await boxOf(page).focus();
    await page.keyboard.type(`${wellington.latitude} ${wellington.longitude}`);
    await page.keyboard.press('Enter');
    await expect(providersOf(page).first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expectQuiet(page, seen);
  });
});

test.describe('without an answer', () => {
  for (const [what, status, headers, title, text] of [
    ['the key has expired', 401, {}, 'This page is out of date', 'Reload it'],
    ['the limit is reached', 429, { 'Retry-After': '12' }, 'Too many questions', 'in about 12 seconds'],
    ['the server fails', 500, { 'X-Request-Id': 'r-77' }, 'Something went wrong at our end', 'quote the number r-77'],
  ] as const) {
    test(`${what}: the page says so and what to do`, async ({ page }) => {
      const seen = await openMap(page, { refusals: true });
      await answerWith(page, status, { code: status, error: 'refused' }, headers);
      await askByCoordinates(page, wellington);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expect(announcementOf(page)).toContainText(text);
      expectQuiet(page, seen);
    });
  }

  test('offline: the page says so, and asks again by itself when the connection is back', async ({ page, context }) => {
    const seen = await openMap(page);
    await context.setOffline(true);
    await askByCoordinates(page, wellington);
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await context.setOffline(false);
    await expect(providersOf(page).first()).toBeVisible();
    expect(seen.errors.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  test('a slow answer shows a message, and a newer question replaces it', async ({ page }) => {
    const seen = await openMap(page);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/yx/-40/**', async (route) => {
      await released;
      await route.continue().catch(() => undefined);
    });
    await askByCoordinates(page, tasmanSea);
    await expect(page.getByText('Looking it up…')).toBeVisible();
    await askByCoordinates(page, wellington);
    await expect(providersOf(page).first()).toBeVisible();
    release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('41.2866° S, 174.7756° E');
    expectQuiet(page, seen);
  });
});

test('names and links from an import are harmless and do not widen the page', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const seen = await openMap(page);
  const provider = (name: string, url: string) => ({
    name,
    url,
    wholesale_network: 'Yes',
    bandwidth_min_mbps: 0,
    bandwidth_max_mbps: 1e9,
    bandwidth_up_min_mbps: 0.25,
    bandwidth_up_max_mbps: 1e9,
    timing_id: 0,
  });
  await answerWith(page, 200, {
    location: ['174.7756', '-41.2866'],
    results: [
      {
        technology: 'Fibre',
        availability: 'Planned',
        completion: `<b>${'9'.repeat(500)}`,
        set_id: 1,
        providers: [
          provider('W'.repeat(500), 'javascript:alert(1)'),
          provider(
            '\u202egnp.exe <img src=x onerror=alert(1)>',
            `https://${'a'.repeat(63)}.${'b'.repeat(63)}.example/`,
          ),
        ],
      },
      { technology: 'T'.repeat(200), availability: 'Not Available', set_id: 9 },
    ],
  });
  await askByCoordinates(page, wellington);
  await openCards(page);
  await expect(providersOf(page)).toHaveCount(2);
  await expect(providersOf(page).nth(1)).toHaveText('gnp.exe <img src=x onerror=alert(1)>');
  await expect(page.locator('a[href^="javascript"], article img, article b')).toHaveCount(0);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  expectQuiet(page, seen);
});

test('the page says that the data are for demonstration', async ({ page }) => {
  const seen = await openMap(page);
  await expect(page.getByText('Demonstration data.')).toBeVisible();
  await page.getByRole('button', { name: 'Wellington' }).click();
  await expect(page.getByText(/this is demonstration data/)).toBeVisible();
  expectQuiet(page, seen);
});

for (const [address, lang] of [
  ['/availability/abc/def', 'en-NZ'],
  ['/availability/abc/def?lang=mi', 'mi'],
  ['/compare/abc/def', 'en-NZ'],
  ['/embed/abc/def', 'en-NZ'],
] as const) {
  test(`${address} gets the page for addresses without one, once and in its language`, async ({ page }) => {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(404);
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page.getByRole('banner')).toHaveCount(1);
    await expect(page.getByRole('main')).toHaveCount(1);
    await expectNoViolations(page);
  });
}

test('an unknown address gets a page with a link to the map', async ({ page }) => {
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  await page.getByRole('link', { name: 'Go to the map' }).click();
  await expect(mapOf(page)).toBeVisible();
});

test.describe('axe finds nothing (WCAG 2.2 A and AA)', () => {
  // a light desktop and a dark phone are checked in map-states.spec.ts
  for (const [width, colorScheme] of [
    [1280, 'dark'],
    [390, 'light'],
  ] as const) {
    test(`at ${width} px, ${colorScheme}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const seen = await openMap(page, { refusals: true });
      await expectNoViolations(page);
      await page.getByRole('button', { name: 'Wellington' }).click();
      await expect(page.getByRole('article').first()).toBeVisible();
      await expectNoViolations(page);
      await openCards(page);
      await expect(providersOf(page).first()).toBeVisible();
      await expectNoViolations(page);
      await askByCoordinates(page, tasmanSea);
      await expect(page.getByRole('heading', { name: 'Nothing recorded here' })).toBeVisible();
      await expectNoViolations(page);
      await askByCoordinates(page, outside);
      await expect(page.getByRole('heading', { name: /^Outside/ })).toBeVisible();
      await expectNoViolations(page);
      await askByCoordinates(page, { latitude: '', longitude: 'east' });
      await expect(boxOf(page)).toHaveAccessibleDescription(/No place with that name/);
      await expectNoViolations(page);
      await boxOf(page).fill('w');
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectNoViolations(page);
      expectQuiet(page, seen);
    });
  }
});
