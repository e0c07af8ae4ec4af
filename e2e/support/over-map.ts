import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** What is over the map, and what of the map must not be cut by it. */
const over = '.leaflet-control, [data-over-map] > *';
const names = '.leaflet-marker-pane div[aria-hidden] > span';
const pin = '.leaflet-marker-draggable';

interface Box {
  readonly what: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The boxes of what is visible. */
function boxesOf(page: Page, selector: string): Promise<Box[]> {
  return page.locator(selector).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      if (width * height === 0 || getComputedStyle(element).visibility === 'hidden') return [];
      return [{ what: element.textContent || element.className.toString(), left, right, top, bottom }];
    }),
  );
}

const touch = (one: Box, other: Box) =>
  one.left < other.right - 0.5 &&
  one.right > other.left + 0.5 &&
  one.top < other.bottom - 0.5 &&
  one.bottom > other.top + 0.5;

/** What of the first covers another of the first or one of the second. */
async function covered(page: Page, covering: string, marked: string): Promise<string[]> {
  const [above, marks] = [await boxesOf(page, covering), await boxesOf(page, marked)];
  const pairs = above.flatMap((one, at) => [...above.slice(at + 1), ...marks].map((other) => [one, other] as const));
  return pairs.filter(([one, other]) => touch(one, other)).map(([one, other]) => `${one.what} | ${other.what}`);
}

/** Asserts that nothing over the map is over another such thing or a name; nor over the pin, unless a visitor moved it there. */
export async function expectNothingCovered(page: Page, { isMoved = false } = {}): Promise<void> {
  expect((await boxesOf(page, over)).length).toBeGreaterThan(3);
  await expect.poll(() => covered(page, over, isMoved ? names : `${names}, ${pin}`)).toEqual([]);
}

/** Asserts that no numbered circle of the map of changes is over another one or a name. */
export async function expectCirclesApart(page: Page): Promise<void> {
  const circles = '[data-over-names]';
  await expect.poll(async () => (await boxesOf(page, circles)).length).toBeGreaterThan(1);
  await expect.poll(() => covered(page, circles, names)).toEqual([]);
}
