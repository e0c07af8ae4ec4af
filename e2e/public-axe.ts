import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** The public page as it stands has no fault that axe knows: on a desk and on a phone, light and dark. */
export async function expectPublicAccessible(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
      expect(found, `${page.url()} at ${width} px, ${colorScheme}`).toEqual([]);
    }
  }
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
