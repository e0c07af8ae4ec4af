import type { Page } from '@playwright/test';
import { expectNoViolations } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { announcementOf, askByCoordinates, openMap, outside, tasmanSea, wellington } from '#e2e/support/map-page.ts';

interface State {
  readonly what: string;
  readonly arrange?: (page: Page) => Promise<unknown>;
  readonly point: { readonly latitude: string; readonly longitude: string };
  /** The heading of the state, which is also the announcement for screen readers. */
  readonly title: string;
  readonly said: RegExp;
  /** The button to continue. */
  readonly wayOn?: string;
}

const api = '**/api/1.0/availability/yx/**';

const refuseWith =
  (status: number, headers: Record<string, string> = {}) =>
  (page: Page) =>
    page.route(api, (route) => route.fulfill({ status, headers, json: { code: status, error: 'refused' } }));

const states: readonly State[] = [
  {
    what: 'outside',
    point: outside,
    title: 'Outside the area this service covers',
    said: /North Island/,
  },
  {
    what: 'the Chathams',
    point: { latitude: '-43.95', longitude: '-176.55' },
    title: 'Outside the area this service covers',
    said: /166\.2–178\.6° E\. Ask a provider there/,
  },
  { what: 'nothing recorded', point: tasmanSea, title: 'Nothing recorded here', said: /It may be in water/ },
  {
    what: 'limit',
    arrange: refuseWith(429, { 'Retry-After': '12' }),
    ...{ point: wellington, title: 'Too many questions', said: /in about 12 seconds/, wayOn: 'Ask again' },
  },
  {
    what: 'fault',
    arrange: refuseWith(500, { 'X-Request-Id': 'r-77' }),
    ...{ point: wellington, title: 'Something went wrong at our end', said: /number r-77/, wayOn: 'Ask again' },
  },
  {
    what: 'old page',
    arrange: refuseWith(401),
    ...{ point: wellington, title: 'This page is out of date', said: /Reload it/, wayOn: 'Reload the page' },
  },
  {
    what: 'unreachable',
    arrange: (page) => page.route(api, (route) => route.abort()),
    ...{ point: wellington, title: 'The service did not answer', said: /may be slow/, wayOn: 'Ask again' },
  },
  {
    what: 'offline',
    arrange: (page) => page.context().setOffline(true),
    ...{ point: wellington, title: 'You are offline', said: /Connect to the internet/, wayOn: 'Ask again' },
  },
];

for (const [width, height, colorScheme] of [
  [1440, 900, 'light'],
  [390, 844, 'dark'],
  // a window of 1280 × 1024 at 400 %
  [320, 256, 'light'],
] as const) {
  test(`every state has its own message and a next step, and axe finds nothing, at ${width} × ${height}, ${colorScheme}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await openMap(page, { refusals: true });

    await page.route(api, () => undefined);
    await askByCoordinates(page, wellington);
    await expect(page.getByText('Looking it up…')).toBeVisible();
    await expectWhole(page);
    await page.unroute(api);

    for (const { arrange, point, title, said, wayOn } of states) {
      await arrange?.(page);
      await askByCoordinates(page, point);
      await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible();
      await expect(announcementOf(page)).toHaveText(said);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      if (wayOn !== undefined) await expect(page.getByRole('button', { name: wayOn })).toBeVisible();
      await expectWhole(page);
      await page.unroute(api);
      await page.context().setOffline(false);
    }

    await askByCoordinates(page, wellington);
    await expect(page.getByText('This answer is for this point, not for an address.', { exact: false })).toBeVisible();
    await expect(page.getByText(/^Data as of \d+\s\w+\s\d{4}$/).first()).toBeVisible();
    await page
      .getByText(/not available here$/)
      .or(page.getByText(/^Data as of/))
      .first()
      .click();
    await expectWhole(page);
  });
}

/** Asserts that nothing is wider than the window and that axe finds nothing. */
async function expectWhole(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await expectNoViolations(page);
}
