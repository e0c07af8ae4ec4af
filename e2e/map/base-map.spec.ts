import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Page } from '@playwright/test';
import { expectNoViolations } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { mapOf, openMap } from '#e2e/support/map-page.ts';
import { singleMachine } from '#e2e/support/servers.ts';
import { smallPmtiles } from '#tests/support/base-map/small-pmtiles.ts';
import { findFreePort, startServer } from '#tests/support/processes/server-process.ts';

/** Land with a town in the middle. */
const world = fromGeojsonVt(
  {
    earth: {
      features: [
        {
          type: 3,
          tags: { kind: 'earth' },
          geometry: [
            [
              [0, 0],
              [4096, 0],
              [4096, 4096],
              [0, 4096],
              [0, 0],
            ],
          ],
        },
      ],
    },
    places: {
      features: [
        {
          type: 1,
          tags: { kind: 'locality', name: 'Middle', min_zoom: 5, population_rank: 11 },
          geometry: [[2048, 2048]],
        },
      ],
    },
  },
  { version: 2, extent: 4096 },
);

const tilesToZoom15 = (4 ** 16 - 1) / 3;

/** Runs `work` with a server of its own, whose database was changed by a command first. */
async function withServer(
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
  work: (origin: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'watea-base-map-'));
  const port = String(await findFreePort());
  const usual = { ...singleMachine, PORT: port, DATABASE_URL: `file:${folder}/watea.db`, LOG_LEVEL: 'error' };
  const environment = { ...usual, ...settings };
  const server = await startServer(environment);
  try {
    if (words.length > 0) {
      const file = join(folder, 'nz.pmtiles');
      writeFileSync(
        file,
        smallPmtiles({
          tile: world,
          tiles: tilesToZoom15,
          attribution: '© <a href="https://osm.example/">Mappers</a>',
        }),
      );
      execFileSync(process.execPath, ['watea.ts', ...words, file], { env: { ...process.env, ...environment } });
    }
    await work(`http://localhost:${port}`);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The colour in the middle of the first tile of the street map; undefined while it is not drawn. */
function colourOfStreets(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.leaflet-streets-pane canvas');
    const pen = canvas?.getContext('2d');
    const pixel = canvas && pen?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
    return pixel === undefined || pixel === null || pixel[3] === 0 ? undefined : pixel.join();
  });
}

test('an imported file is drawn in the colours of the scheme, from ranges of bytes of this site alone', async ({
  page,
  context,
}) => {
  await withServer(['basemap', 'import'], {}, async (origin) => {
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    const scripts = new Set<string>();
    let scriptBytes = 0;
    network.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') scripts.add(requestId);
    });
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) scriptBytes += encodedDataLength;
    });
    const ranges: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/base-map/')) ranges.push(response.status());
    });
    const seen = await openMap(page, { path: `${origin}/#map=10/-41.28/174.78` });
    await expect.poll(() => colourOfStreets(page)).toBeDefined();
    const light = await colourOfStreets(page);
    expect(new Set(ranges)).toEqual(new Set([206]));
    await expect(page.getByRole('link', { name: 'Mappers' })).toHaveAttribute('href', 'https://osm.example/');
    console.log(`scripts with a street map of a file: ${scriptBytes} bytes`);
    expect(scriptBytes).toBeLessThanOrEqual(260_000);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => colourOfStreets(page)).not.toBe(light);
    await expectNoViolations(page);
    expect(seen.errors).toEqual([]);
    expect([...seen.hosts]).toEqual([new URL(origin).host]);
  });
});

/** The colours of opaque pixels on the canvases of a pane, as `rgb(r, g, b)`. */
function coloursIn(page: Page, pane: string): Promise<string[]> {
  return page.locator(`.leaflet-${pane}-pane canvas`).evaluateAll((canvases) => {
    const found = new Set<string>();
    for (const canvas of canvases as HTMLCanvasElement[]) {
      const { width, height } = canvas;
      const pixels = width === 0 ? [] : (canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? []);
      for (let at = 0; at < pixels.length; at += 4) {
        if (pixels[at + 3] === 255) found.add(`rgb(${pixels[at]}, ${pixels[at + 1]}, ${pixels[at + 2]})`);
      }
    }
    return [...found];
  });
}

test('names of an imported file are over the coverage in the colour of the page’s text, and houses have numbers', async ({
  page,
}) => {
  await withServer(['basemap', 'import'], {}, async (origin) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${origin}/#map=9/-40.95/175.5&layers=1`);
      const ink = await page.locator('body').evaluate((body) => getComputedStyle(body).color);
      await expect.poll(() => coloursIn(page, 'streetNames')).toContain(ink);
    }
    const heights = await page
      .locator('.leaflet-streetNames-pane, .leaflet-coverage-pane')
      .evaluateAll((panes) => panes.map((pane) => [pane.className, getComputedStyle(pane).zIndex]));
    const heightOf = (name: string) => Number(heights.find(([of]) => of?.includes(name))?.[1]);
    expect(heightOf('streetNames')).toBeGreaterThan(heightOf('coverage'));
    await page.goto(`${origin}/#map=17/-40.9597/175.6575`);
    await page.reload();
    await expect.poll(() => coloursIn(page, 'addresses')).toContain('rgb(92, 203, 161)');
  });
});

test('when the servers of tiles are down, the map says so and shows the built-in one; photographs can be chosen', async ({
  page,
}) => {
  const settings = {
    TILE_URL: 'http://streets.example/{z}/{x}/{y}.png',
    TILE_ATTRIBUTION: 'Streets',
    AERIAL_URL: 'http://photos.example/{z}/{x}/{y}.png',
    AERIAL_ATTRIBUTION: 'Photographers',
  };
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await withServer([], settings, async (origin) => {
    await page.route('http://streets.example/**', (route) => route.fulfill({ status: 503 }));
    await page.route('http://photos.example/**', (route) => route.fulfill({ contentType: 'image/png', body: pixel }));
    await page.goto(`${origin}/#map=10/-41.28/174.78`);
    await expect(mapOf(page)).toBeVisible();
    await expect(page.getByText('The street map does not load', { exact: false })).toBeVisible();
    await expect(page.getByText('GSHHG (LGPL-3.0)', { exact: false })).toBeVisible();
    await expect(page.locator('.leaflet-land-detail-pane path').first()).toBeAttached();
    await page.locator('details', { hasText: 'Coverage' }).first().locator('summary').click();
    await page.getByRole('radio', { name: 'Photos from above' }).check();
    await expect(page.locator('img.leaflet-tile-loaded[src^="http://photos.example/"]').first()).toBeVisible();
    await expect(page.getByText('Photographers')).toBeVisible();
    await expect(page.getByText('The street map does not load', { exact: false })).toHaveCount(0);
  });
});
