import type { Page } from '@playwright/test';
import { expectNoViolations } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { mapOf } from '#e2e/support/map-page.ts';

const pages = ['/', '/availability/-41.2866/174.7756', '/compare/-41.2866/174.7756?with=-36.85,174.76', '/area'];

/** WCAG 2.2, 1.4.12: line height, and spacing of paragraphs, letters and words. */
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** How far the page is wider than its window. */
const tooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Headings, paragraphs, buttons and list items whose text is cut off. */
const cutTexts = (page: Page) =>
  page.locator('h1, h2, h3, p, button, li, label, summary').evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { overflow, clipPath } = getComputedStyle(element);
        if (overflow === 'visible' || clipPath !== 'none' || element.clientHeight < 2) return false;
        return element.scrollHeight > element.clientHeight + 2 || element.scrollWidth > element.clientWidth + 2;
      })
      .map((element) => element.textContent),
  );

for (const path of pages) {
  test(`${path} keeps its words with wider spacing and at 320 px, and its controls in forced colours`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await mapOf(page).or(page.getByRole('application')).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
    // a style sheet of the visitor, as browsers apply it
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
    }, spacing);
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
    expect(await cutTexts(page)).toEqual([]);

    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await expectNoViolations(page);
    // every button shows where it is without a background of its own
    const edges = await page
      .locator('button:visible')
      .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).forcedColorAdjust));
    expect(edges).not.toContain('none');
    const running = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    );
    expect(running).toBe(0);
  });
}

test('with text of twice the size the field keeps room for a place, above its buttons', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.addStyleTag({ content: ':root { font-size: 200% }' });
  const field = page.getByRole('combobox', { name: 'Where?' });
  expect((await field.boundingBox())?.width).toBeGreaterThanOrEqual(256);
  // of the 844 that the phone has
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(150);
  expect(await tooWide(page)).toBeLessThanOrEqual(0);
});
