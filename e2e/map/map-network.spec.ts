import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectNoViolations } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { openMap, providersOf } from '#e2e/support/map-page.ts';
import { singleMachine } from '#e2e/support/servers.ts';
import { findFreePort, startServer } from '#tests/support/processes/server-process.ts';

/** A tile of any street map: one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('over plain HTTP at a network address, with a street map: everything but the device’s location works', async ({
  page,
}) => {
  const address = Object.values(networkInterfaces())
    .flat()
    .find((found) => found?.family === 'IPv4' && !found.internal)?.address;
  test.skip(address === undefined, 'this machine has no address but loopback');

  const streets = http.createServer((_, outgoing) => {
    outgoing.writeHead(200, { 'Content-Type': 'image/png' }).end(pixel);
  });
  await new Promise<void>((resolve) => streets.listen(0, address, resolve));
  const streetHost = `${address}:${(streets.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), 'watea-network-'));
  const port = await findFreePort();
  const host = `${address}:${port}`;
  const server = await startServer({
    ...singleMachine,
    PORT: String(port),
    BASE_URL: `http://${host}`,
    DATABASE_URL: `file:${folder}/watea.db`,
    LOG_LEVEL: 'error',
    TILE_URL: `http://${streetHost}/{z}/{x}/{y}.png`,
    TILE_ATTRIBUTION: '&copy; <a href="https://streets.example/">Streets</a> of <b onclick=x>Aotearoa</b>',
  });
  try {
    const seen = await openMap(page, { path: `http://${host}/#layers=1` });
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
    await expect(page.getByText('© Streets of Aotearoa')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Streets' })).toHaveAttribute('href', 'https://streets.example/');
    await expect(page.getByText('Coast: GSHHG', { exact: false })).toBeHidden();
    await page.getByRole('button', { name: 'Use my location' }).click();
    await expect(page.getByText('Browsers share your location only with HTTPS pages', { exact: false })).toBeVisible();

    await page.getByRole('button', { name: 'Wellington' }).click();
    await expect(providersOf(page).first()).toBeVisible();
    await expect(page).toHaveURL(/#map=15\//);
    await expect(page.locator(`img.leaflet-tile-loaded[src^="http://${streetHost}/15/"]`).first()).toBeVisible();
    await expect(page.locator('img.leaflet-tile-loaded[src*="/tiles/1/15/"]').first()).toBeVisible();
    await expectNoViolations(page);
    // the policy allows no other host: an image from another one would be an error in the console
    expect(seen.errors).toEqual([]);
    expect([...seen.hosts].sort()).toEqual([host, streetHost].sort());
  } finally {
    await server.stop();
    streets.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
