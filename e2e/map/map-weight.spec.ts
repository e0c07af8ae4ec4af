import { expect, test } from '#e2e/support/journey.ts';
import { mapOf } from '#e2e/support/map-page.ts';

/** Bytes over the network of all scripts that the first page loads until the network is idle. */
const maxScriptBytes = 190 * 1024;

test('the first page loads few scripts, compressed, and only from this site', async ({ page, context }) => {
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const kinds = new Map<string, string>();
  const bytes = { Script: 0, Stylesheet: 0, Font: 0, other: 0 };
  const encodings = new Set<string | undefined>();
  const hosts = new Set<string>();
  const fonts: string[] = [];
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    kinds.set(requestId, type);
    hosts.add(new URL(response.url).host);
    const headers = new Map(Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]));
    if (type === 'Font') fonts.push(response.url.replace(/^.*\/|\..*$/g, ''));
    if (type === 'Script') encodings.add(headers.get('content-encoding'));
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? '';
    bytes[kind in bytes ? (kind as keyof typeof bytes) : 'other'] += encodedDataLength;
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(mapOf(page)).toBeVisible();
  console.log(`bytes on the wire of /: ${JSON.stringify(bytes)}`);
  expect([...encodings]).toEqual(['br']);
  expect([...hosts]).toEqual([new URL(page.url()).host]);
  // of extended Latin, only the letters with macrons
  expect(fonts.toSorted()).toEqual(['inter-latin-wght-normal', 'inter-macrons']);
  expect(bytes.Script).toBeGreaterThan(50_000);
  expect(bytes.Script).toBeLessThanOrEqual(maxScriptBytes);
});
