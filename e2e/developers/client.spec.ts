import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '#e2e/support/journey.ts';
import { listenForErrors, watea } from '#e2e/support/staff.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');

test('the TypeScript client works in a browser, on a page of another site', async ({ browser, origin }) => {
  // without the header of the other journeys, for which a browser would ask the API first
  const page = await (await browser.newContext()).newPage();
  const folder = makeFolder();
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(root, 'clients/typescript'), '--outDir', folder.path]);
  const client = readFileSync(join(folder.path, 'client.js'), 'utf8');
  folder.remove();
  const site = createServer((request, response) => {
    const isClient = request.url === '/client.js';
    response.setHeader('Content-Type', isClient ? 'text/javascript' : 'text/html');
    response.end(isClient ? client : '<!doctype html><link rel="icon" href="data:,"><title>A site</title>');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  try {
    const errors = listenForErrors(page);
    const { key: apiKey } = watea<{ key: string }>(origin, 'keys', 'issue', '--user', 'browser@example.nz');
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    const found = await page.evaluate(
      async ({ baseUrl, key }) => {
        const module = '/client.js';
        const { watea: open } = await import(module);
        const api = open({ baseUrl, apiKey: key });
        const { results } = await api.point('-41.2866', '174.7756');
        const lines: unknown[] = [];
        for await (const line of api.lookupMany({
          points: [
            [-42, 172],
            [51.5, -0.1],
          ],
        }))
          lines.push(line);
        const fault = await open({ baseUrl, apiKey: 'wrong' })
          .point('-42', '172')
          .catch(({ status }: { status: number }) => status);
        return { technology: results[0].technology, lines: lines.length, fault };
      },
      { baseUrl: origin, key: apiKey },
    );
    expect(found).toEqual({ technology: 'fibre', lines: 2, fault: 401 });
    expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
  } finally {
    site.close();
  }
});
