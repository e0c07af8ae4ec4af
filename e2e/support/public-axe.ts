import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect } from './journey.ts';

/** The public page as it stands has no fault that axe knows: on a wide desk and on a phone, light and dark. */
export async function expectPublicAccessible(page: Page): Promise<void> {
  const before = page.viewportSize();
  await expectAccessible(page, [1440, 390]);
  if (before !== null) await page.setViewportSize(before);
}

/** Nothing of the page stands beyond the right edge of a window so narrow: a phone, or 1,280 px at 400 %. */
export async function expectNarrow(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  if (before !== null) await page.setViewportSize(before);
}
