import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect } from './journey.ts';

/** Asserts that axe finds nothing on the public page in its current state, on a desktop and on a phone, in light and dark. */
export async function expectPublicAccessible(page: Page): Promise<void> {
  const before = page.viewportSize();
  await expectAccessible(page, [1440, 390]);
  if (before !== null) await page.setViewportSize(before);
}

/** Asserts that nothing extends beyond the right edge of so narrow a window: a phone, or 1,280 px at 400 %. */
export async function expectNarrow(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  if (before !== null) await page.setViewportSize(before);
}
