import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { requireChromium } from '#scripts/chromium.ts';
import { startWatea } from './contest/contestants.ts';

const clicks = 45;
/** Close enough that every click is where there are offers. */
const near = '/availability/-41.2866/174.7756#map=17/-41.2866/174.7756';

interface Click {
  /** From the click to the frame in which the answer is drawn, and of that the call itself; milliseconds. */
  readonly drawn: number;
  readonly call: number;
}

/** What the page records about a click. */
interface Measured {
  clickedAt: number;
  drawnAt: Promise<number>;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly name?: string };
}

/** Clicks a point of the map and waits until its answer is drawn. */
async function clickOnce(page: Page, x: number, y: number): Promise<Click> {
  await page.evaluate(() => {
    const heading = document.querySelector('#answer-title');
    const before = heading?.textContent;
    const { promise: drawnAt, resolve } = Promise.withResolvers<number>();
    const measured: Measured = { clickedAt: 0, drawnAt };
    Object.assign(window, { measured });
    performance.clearResourceTimings();
    addEventListener(
      'click',
      () => {
        measured.clickedAt = performance.now();
      },
      { capture: true, once: true },
    );
    const watch = new MutationObserver(() => {
      if (heading?.textContent === before || document.querySelector('#answer article') === null) return;
      watch.disconnect();
      // in the task after the next frame the change is on the screen
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now());
        channel.port2.postMessage(undefined);
      });
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  // like a hand: the pointer's movement is drawn before the click
  await page.mouse.move(x, y);
  await page.waitForTimeout(200);
  await page.mouse.click(x, y, { delay: 80 });
  return page.evaluate(async () => {
    const { measured } = window as unknown as { measured: Measured };
    const drawnAt = await measured.drawnAt;
    const call = performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/1.0/'));
    return { drawn: drawnAt - measured.clickedAt, call: call?.duration ?? Number.NaN };
  });
}

/**
 * The least that a browser can need: a page that shows the answer of the same call as one line of text. It records
 * answers in the same attributes as the map's page, so that clicks are measured in the same way.
 */
async function openBarePage(page: Page): Promise<void> {
  const keys = new Set<string>();
  page.on('request', async (request) => {
    const key = (await request.allHeaders())['x-api-key'];
    if (key !== undefined) keys.add(key);
  });
  await clickOnce(page, 300, 300);
  const [key = ''] = keys;
  await page.route('**/bare', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><section id="answer"><h1 id="answer-title">' }),
  );
  await page.goto(new URL('/bare', page.url()).href);
  await page.evaluate((key) => {
    let turn = 0;
    addEventListener('click', async () => {
      turn++;
      const path = `/api/1.0/availability/yx/-41.2866${turn}/174.7756${turn}`;
      const answer = await fetch(path, { headers: { 'X-Api-Key': key } });
      const article = document.createElement('article');
      article.textContent = JSON.stringify(JSON.parse(await answer.text()));
      document.querySelector('#answer article')?.remove();
      document.querySelector('#answer')?.append(article);
      const heading = document.querySelector('#answer-title');
      if (heading !== null) heading.textContent = path;
    });
  }, key);
}

const middle = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

async function benchClicks(page: Page, title: string): Promise<void> {
  const measured: Click[] = [];
  for (let turn = 0; turn < clicks; turn++) {
    measured.push(await clickOnce(page, 200 + 13 * turn, 300 + 23 * (turn % 7)));
    // the limit is per second
    await page.waitForTimeout(150);
  }
  const ratio = middle(measured.map(({ drawn, call }) => drawn / call));
  const worst = Math.max(...measured.map(({ drawn, call }) => drawn / call));
  console.log(
    `${title}: click to answer drawn ${middle(measured.map(({ drawn }) => drawn)).toFixed(1)} ms, the call itself ${middle(measured.map(({ call }) => call)).toFixed(1)} ms; ratio ${ratio.toFixed(2)} (worst ${worst.toFixed(2)}); goal 3`,
  );
}

/** The script time of a task: its outermost calls, without painting and layout that they do not cause. */
const scriptNames = new Set(['FunctionCall', 'EvaluateScript', 'EventDispatch', 'FireAnimationFrame', 'TimerFire']);

async function benchPanning(browser: Browser, page: Page, zoom: number): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/?zoom=${zoom}#map=${zoom}/-41.2/174.9&layers=1,4`, {
    waitUntil: 'networkidle',
  });
  await browser.startTracing(page, { categories: ['devtools.timeline', 'toplevel', '__metadata'] });
  for (let turn = 0; turn < 6; turn++) {
    const step = turn % 2 === 0 ? -60 : 60;
    await page.mouse.move(450, 450);
    await page.mouse.down();
    for (let move = 1; move <= 20; move++) await page.mouse.move(450 + (step * move) / 4, 450 + (step * move) / 8);
    await page.mouse.up();
    await page.waitForTimeout(300);
  }
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const main = traceEvents.find(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const script = traceEvents.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && pid === main?.pid && tid === main?.tid && scriptNames.has(name),
  );
  const longest = script.toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0))[0];
  console.log(
    `panning at zoom ${zoom} with two layers: ${script.length} script tasks, the longest ${((longest?.dur ?? 0) / 1000).toFixed(1)} ms (${longest?.name}); goal 50`,
  );
}

/** Measures a click until its answer is on the screen, compared with the API's own time, and script tasks while panning. */
export async function benchMap(): Promise<void> {
  const executablePath = requireChromium();
  const folder = mkdtempSync(join(tmpdir(), 'watea-bench-map-'));
  const environment = { DATABASE_URL: `file:${join(folder, 'watea.db')}`, WATEA_DEMO: 'auto', LOG_LEVEL: 'error' };
  const watea = await startWatea('Wātea', environment, join(folder, 'watea.log'));
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await page.goto(`http://localhost:${watea.port}${near}`, { waitUntil: 'networkidle' });
    await benchClicks(page, 'over loopback');
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const rate = { downloadThroughput: -1, uploadThroughput: -1 };
    await network.send('Network.emulateNetworkConditions', { offline: false, latency: 40, ...rate });
    await benchClicks(page, 'with a round trip of 40 ms');
    await network.send('Network.emulateNetworkConditions', { offline: false, latency: 0, ...rate });
    const bare = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await bare.goto(`http://localhost:${watea.port}${near}`, { waitUntil: 'networkidle' });
    await openBarePage(bare);
    await benchClicks(bare, 'a bare page over loopback');
    await bare.close();
    for (const zoom of [8, 12]) await benchPanning(browser, page, zoom);
  } finally {
    await browser.close();
    await watea.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
