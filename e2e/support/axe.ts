import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { expect } from './journey.ts';

/** The minified axe, because each checked page compiles it again. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The width of the window in pixels, and the colour scheme of the visitor's device. */
interface Variant {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** WCAG 2.2, A and AA. */
const guidelines = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const whole: axe.RunOnly = { type: 'tag', values: guidelines };
/** These, and what axe holds to be good practice, such as one landmark of each kind. */
const withBestPractices: axe.RunOnly = { type: 'tag', values: [...guidelines, 'best-practice'] };
const ofColours: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Asserts that axe finds nothing on the screen, in light and dark, on a desktop and on a phone. */
export function expectAccessible(page: Page, widths: readonly number[] = [1280, 390]): Promise<void> {
  const schemes = ['light', 'dark'] as const;
  const variants = widths.flatMap((width) => schemes.map((colorScheme) => ({ width, colorScheme })));
  return expectInVariants(page, variants, withBestPractices);
}

/** Asserts that axe finds nothing on a state of a screen, on a light desktop and on a dark phone. */
export function expectAccessibleState(page: Page): Promise<void> {
  const variants = [
    { width: 1280, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ] as const;
  // an open dialog has a heading of its own, which best practices count as a second banner
  return expectInVariants(page, variants, whole);
}

async function expectInVariants(page: Page, variants: readonly Variant[], rules: axe.RunOnly): Promise<void> {
  const asked = new Set<number>();
  for (const { width, colorScheme } of variants) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await untilColoured(page, colorScheme);
    // the scheme only changes colours, so only the colour rules run again
    const found = await violationsOn(page, asked.has(width) ? ofColours : rules);
    expect(found, `${page.url()} at ${width} px, ${colorScheme}`).toEqual([]);
    asked.add(width);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** Waits until the page shows the colours of a scheme, and no transition between two schemes. */
async function untilColoured(page: Page, colorScheme: Variant['colorScheme']): Promise<void> {
  // a script makes the staff screens follow the device's scheme
  await page.waitForFunction((wanted) => {
    const { mantineColorScheme } = document.documentElement.dataset;
    return mantineColorScheme === undefined || mantineColorScheme === wanted;
  }, colorScheme);
  await finishAnimations(page);
}

/** Finishes every finite animation: an element that fades in has neither its old nor its new colours. */
async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // animations start with the frame after the change
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    }
  });
}

/** Asserts that axe finds nothing on the public page in its current window, best practices too. */
export async function expectNoViolations(page: Page): Promise<void> {
  await finishAnimations(page);
  expect(await violationsOn(page, withBestPractices), page.url()).toEqual([]);
}

/** Each rule of axe that the page breaks, with the elements that break it. */
async function violationsOn(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  // the title is checked here, where the test can wait for it: while React updates a page, it is briefly missing
  await expect(page).toHaveTitle(/\S/);
  const rules = { 'document-title': { enabled: false } };
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const options: axe.RunOptions = { runOnly, rules, resultTypes: ['violations'] };
  return page.evaluate(async (asked) => {
    const { violations } = await window.axe.run(document, asked);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
  }, options);
}
