import type { Page } from '@playwright/test';
import { expectNoViolations } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import {
  announcementOf,
  askByCoordinates,
  openCards,
  openMap,
  outside,
  tasmanSea,
  wellington,
} from '#e2e/support/map-page.ts';

interface State {
  readonly what: string;
  readonly arrange?: (page: Page) => Promise<unknown>;
  readonly point: { readonly latitude: string; readonly longitude: string };
  /** The heading of the state. */
  readonly title: string;
  /** What a screen reader announces. */
  readonly announced: RegExp;
  /** The button to continue. */
  readonly nextStep?: string;
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
    announced: /North Island/,
  },
  {
    what: 'the Chathams',
    point: { latitude: '-43.95', longitude: '-176.55' },
    title: 'Outside the area this service covers',
    announced: /166\.2–178\.6° E\. Ask a provider there/,
  },
  { what: 'nothing recorded', point: tasmanSea, title: 'Nothing recorded here', announced: /It may be in water/ },
  {
    what: 'limit',
    arrange: refuseWith(429, { 'Retry-After': '12' }),
    point: wellington,
    title: 'Too many questions',
    announced: /in about 12 seconds/,
    nextStep: 'Ask again',
  },
  {
    what: 'fault',
    arrange: refuseWith(500, { 'X-Request-Id': 'r-77' }),
    point: wellington,
    title: 'Something went wrong at our end',
    announced: /number r-77/,
    nextStep: 'Ask again',
  },
  {
    what: 'old page',
    arrange: refuseWith(401),
    point: wellington,
    title: 'This page is out of date',
    announced: /Reload it/,
    nextStep: 'Reload the page',
  },
  {
    what: 'unreachable',
    arrange: (page) => page.route(api, (route) => route.abort()),
    point: wellington,
    title: 'The service did not answer',
    announced: /may be slow/,
    nextStep: 'Ask again',
  },
  {
    what: 'offline',
    arrange: (page) => page.context().setOffline(true),
    point: wellington,
    title: 'You are offline',
    announced: /Connect to the internet/,
    nextStep: 'Ask again',
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

    for (const { arrange, point, title, announced, nextStep } of states) {
      await arrange?.(page);
      await askByCoordinates(page, point);
      await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible();
      await expect(announcementOf(page)).toHaveText(announced);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      if (nextStep !== undefined) await expect(page.getByRole('button', { name: nextStep })).toBeVisible();
      await expectWhole(page);
      await page.unroute(api);
      await page.context().setOffline(false);
    }

    await askByCoordinates(page, wellington);
    await expect(page.getByText('This answer is for this point, not for an address.', { exact: false })).toBeVisible();
    await openCards(page);
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
