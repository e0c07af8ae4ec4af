import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { forbidRequests } from './next-app.ts';

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
});

test.each(['http://127.0.0.1', 'http://localhost', 'http://[::1]'])('no request leaves for %s', async (origin) => {
  let isAsked = false;
  const server = createServer(() => {
    isAsked = true;
  });
  await new Promise<void>((resolve) => void server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  forbidRequests();
  await expect(globalThis.fetch(new Request(`${origin}:${port}/x`))).rejects.toThrow(/makes no requests/);
  await expect(globalThis.fetch(`${origin}:${port}/x`, { method: 'POST' })).rejects.toThrow(/makes no requests/);
  expect(isAsked).toBe(false);
  server.close();
});
