import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type ServerProcess, startServer } from '#tests/support/processes/server-process.ts';
import { seedSession } from '#tests/support/staff/session.ts';
import { buildOnce } from './build.ts';
import { requireTestChromium } from './chromium.ts';
import { root } from './run-tool.ts';

// `npm run pictures`: takes the pictures of the README from a server on new demonstration data

const folder = join(root, 'docs/pictures');
const size = { width: 1280, height: 800 };

interface Picture {
  readonly name: string;
  readonly path: string;
  /** Waits for what the page loads after its HTML. */
  settle(page: Page): Promise<void>;
}

const pictures: readonly Picture[] = [
  {
    name: 'map',
    path: '/availability/-41.2866/174.7756?address=Wellington#map=9/-41.2/175.1&layers=1&opacity=60',
    async settle(page) {
      await page.getByRole('article').first().waitFor();
      await page.locator('img.leaflet-tile-loaded[src*="/tiles/1/"]').first().waitFor();
    },
  },
  { name: 'overview', path: '/admin', settle: (page) => page.getByText('Registry requests').first().waitFor() },
  { name: 'register', path: '/admin/register/names', settle: (page) => page.getByRole('table').first().waitFor() },
  {
    name: 'coverage',
    path: '/admin/coverage/versions/2',
    async settle(page) {
      const map = page.getByRole('application', { name: /^Map of/ });
      await map.waitFor();
      await map.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    },
  },
];

/** Makes requests for the overview to count: those that a start suggests, and one that is refused. */
async function callApis({ origin, output }: ServerProcess): Promise<void> {
  const suggested = [...output().matchAll(/^ *curl .*?http:\/\/localhost:\d+([^'"\s]+)/gm)].map(
    ([, path = '']) => path,
  );
  for (let times = 0; times < 9; times++) {
    for (const path of suggested) await (await fetch(`${origin}${path}`)).text();
    // slower than the limit of a key
    await sleep(150);
  }
  await (await fetch(`${origin}/api/1.0/availability/yx/-41.2866/174.7756?api_key=none`)).text();
}

/** Imports a coverage file of one invented provider with the command line, to be shown before it is published. */
function importCoverage(databaseFile: string): void {
  const ring = Array.from({ length: 41 }, (_, at) => {
    const angle = ((at % 40) / 40) * 2 * Math.PI;
    const reach = 0.3 + 0.06 * Math.sin(3 * angle);
    return [175.61 + reach * Math.cos(angle), -40.35 + 0.75 * reach * Math.sin(angle)];
  });
  const file = join(databaseFile, '../kereru.geojson');
  const feature = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: [feature] }));
  const words = ['--technology', 'Fibre', '--provider', 'Kererū Fibre (invented)', '--availability', 'Available'];
  const speeds = ['--min-down', '100', '--max-down', '950', '--min-up', '20', '--max-up', '500'];
  execFileSync(process.execPath, ['watea.ts', 'coverage', 'import', file, ...words, ...speeds, '--new-provider'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: `file:${databaseFile}` },
  });
}

async function takePictures(browser: Browser, origin: string, token: string): Promise<void> {
  const context = await browser.newContext({ viewport: size, colorScheme: 'light', reducedMotion: 'reduce' });
  await context.addCookies([{ name: 'watea-session', value: token, url: origin }]);
  for (const { name, path, settle } of pictures) {
    const page = await context.newPage();
    await page.goto(`${origin}${path}`);
    await settle(page);
    await page.waitForLoadState('networkidle');
    const picture = await screenshot(page);
    writeFileSync(join(folder, `${name}.webp`), picture);
    console.log(`docs/pictures/${name}.webp: ${Math.round(picture.length / 1024)} KiB`);
    await page.close();
  }
}

/** What a person does on a phone to find the broadband of their home: the film strip of docs/map.md. */
const journey: readonly ((page: Page) => Promise<unknown>)[] = [
  (page) => page.getByRole('application').waitFor(),
  async (page) => {
    await page.getByRole('combobox').first().tap();
    await page.getByRole('combobox').first().pressSequentially('welington');
    await page.getByRole('option').first().waitFor();
  },
  async (page) => {
    await page.getByRole('option').first().tap();
    await page.getByRole('article').first().waitFor();
  },
  async (page) => {
    await page.getByRole('article').first().locator('summary').tap();
    await page
      .getByRole('article')
      .first()
      .evaluate((card) => card.scrollIntoView({ block: 'end' }));
  },
  async (page) => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.locator('details', { hasText: 'Coverage' }).first().locator('summary').tap();
    await page.getByRole('checkbox', { name: 'Fibre', exact: true }).check();
    await page.locator('img.leaflet-tile-loaded[src*="/tiles/1/"]').first().waitFor();
  },
];

async function takeJourney(browser: Browser, origin: string): Promise<void> {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const context = await browser.newContext({ ...phone, colorScheme: 'light', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(origin);
  for (const [at, step] of journey.entries()) {
    await step(page);
    await page.waitForLoadState('networkidle');
    writeFileSync(join(folder, `journey-${at + 1}.webp`), await screenshot(page));
  }
  await context.close();
}

/** A WebP, which is a third smaller than a JPEG in which letters are as sharp. Playwright itself writes PNG and JPEG. */
async function screenshot(page: Page): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 70 });
  return Buffer.from(data, 'base64');
}

const found = requireTestChromium();
if ('sentence' in found) throw new Error(found.sentence);
buildOnce();
const data = mkdtempSync(join(tmpdir(), 'watea-pictures-'));
const databaseFile = join(data, 'watea.db');
const server = await startServer({ DATABASE_URL: `file:${databaseFile}`, LOG_LEVEL: 'error' });
const browser = await chromium.launch({
  executablePath: found.path,
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
});
try {
  const origin = `http://localhost:${server.port}`;
  await callApis(server);
  importCoverage(databaseFile);
  // counts of requests are written every two seconds
  await sleep(2500);
  const token = seedSession(databaseFile, { email: 'engineer@watea.example', role: 'admin', nowMs: Date.now() });
  await takePictures(browser, origin, token);
  await takeJourney(browser, origin);
} finally {
  await browser.close();
  await server.stop();
  rmSync(data, { recursive: true, force: true });
}
