import { expect, test } from '#e2e/support/journey.ts';
import { mapOf } from '#e2e/support/map-page.ts';

/** Bytes over the network, with headers, of all scripts and of the map that the first page loads until the network is idle. */
const maxScriptBytes = 190_000;
/** What shows answers, which is loaded before it is asked for, once the browser is idle. */
const maxAheadBytes = 6000;
const maxMapBytes = 200_000;

test('the first page loads few scripts, compressed, only from this site, and more only when it is idle', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    const held: IdleRequestCallback[] = [];
    window.requestIdleCallback = (work) => held.push(work);
    Object.assign(window, {
      becomeIdle: () => {
        for (const work of held) work({ didTimeout: false, timeRemaining: () => 50 });
      },
    });
  });
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const kinds = new Map<string, string>();
  const bytes = { Script: 0, Stylesheet: 0, Font: 0, other: 0 };
  const ofMap = new Set<string>();
  let mapBytes = 0;
  const encodings = new Set<string | undefined>();
  const hosts = new Set<string>();
  const fonts: string[] = [];
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    // swatches are part of the legend
    if (response.url.startsWith('data:')) return;
    kinds.set(requestId, type);
    hosts.add(new URL(response.url).host);
    if (/^\/(land|tiles|places|base-map)\b/.test(new URL(response.url).pathname)) ofMap.add(requestId);
    const headers = new Map(Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]));
    if (type === 'Font') fonts.push(response.url.replace(/^.*\/|\..*$/g, ''));
    if (type === 'Script') encodings.add(headers.get('content-encoding'));
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (ofMap.has(requestId)) mapBytes += encodedDataLength;
    const kind = kinds.get(requestId) ?? '';
    bytes[kind in bytes ? (kind as keyof typeof bytes) : 'other'] += encodedDataLength;
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(mapOf(page)).toBeVisible();
  await expect(page.getByText('Fastest available now')).toBeVisible();
  await page.waitForLoadState('networkidle');
  console.log(`bytes on the wire of /: ${JSON.stringify(bytes)}, of its map ${mapBytes}`);
  expect(mapBytes).toBeGreaterThan(20_000);
  expect(mapBytes).toBeLessThanOrEqual(maxMapBytes);
  expect([...encodings]).toEqual(['br']);
  expect([...hosts]).toEqual([new URL(page.url()).host]);
  // of extended Latin, only the letters with macrons
  expect(fonts.toSorted()).toEqual(['inter-latin-wght-normal', 'inter-macrons']);
  expect(bytes.Script).toBeGreaterThan(50_000);
  expect(bytes.Script).toBeLessThanOrEqual(maxScriptBytes);
  const before = bytes.Script;
  await page.evaluate(() => (window as unknown as { becomeIdle: () => void }).becomeIdle());
  await expect.poll(() => bytes.Script).toBeGreaterThan(before);
  await page.waitForLoadState('networkidle');
  expect(bytes.Script - before).toBeLessThanOrEqual(maxAheadBytes);
});
