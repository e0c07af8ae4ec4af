import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import { expect, test } from '#e2e/support/journey.ts';

/** Debian's Firefox. */
const firefox = '/usr/bin/firefox-esr';

test('in Firefox, a misspelt name leads to its answer, a click on the map to another, and layers are drawn', async ({
  origin,
}) => {
  test.skip(!existsSync(firefox), `${firefox} is not installed: the journey in Firefox is not tried.`);
  test.setTimeout(180_000);
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox, headless: true });
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 390, height: 844 });
    const errors: string[] = [];
    page.on('pageerror', (fault) => errors.push(String(fault)));
    const began = performance.now();
    await page.goto(origin);
    await page.waitForSelector('.leaflet-land-pane path');
    await page.type('[role=combobox][name=q]', 'welington');
    await page.waitForSelector('[role=option]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Wellington');
    await page.waitForSelector('article h2');
    console.log(`from the first page to the answer in Firefox: ${Math.round(performance.now() - began)} ms`);
    const inView = await page.evaluate(() => {
      const summary = [...document.querySelectorAll('p')].find((text) =>
        text.textContent?.startsWith('Available here'),
      );
      const bottom = summary?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY;
      return bottom <= window.innerHeight && window.scrollY === 0;
    });
    expect(inView).toBe(true);
    await page.waitForSelector('.leaflet-land-detail-pane path');
    await page.click('[role=application]', { offset: { x: 150, y: 150 } });
    await page.waitForFunction(() => document.querySelector('h1')?.textContent?.includes('°'));
    await page.click('details summary');
    await page.waitForSelector('table input[type=checkbox]');
    await page.click('table label');
    await page.waitForSelector('img.leaflet-tile-loaded[src*="/tiles/"]');
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
  }
});
