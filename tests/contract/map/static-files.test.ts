import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, inject, test } from 'vitest';
import { absoluteFolder, newestBuild } from '#server/http/build-folder.ts';

const folder = `${absoluteFolder(newestBuild())}/static/chunks`;
const script = readdirSync(folder).find((name) => name.endsWith('.js')) ?? '';
const plain = readFileSync(`${folder}/${script}`);
const { server } = inject('contract');

async function ask(path: string, headers: Record<string, string>, method = 'GET') {
  const http = await import('node:http');
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const request = http.request({ port: server, path, method, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }),
        );
      });
      request.on('error', reject).end();
    },
  );
}

const path = `/_next/static/chunks/${script}`;

test.each([
  ['br, gzip, deflate', 'br', brotliDecompressSync],
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ['identity', undefined, (body: Buffer) => body],
  ['zstd', undefined, (body: Buffer) => body],
])('to a caller that accepts %s a script is sent as %s, to be kept permanently', async (accepted, encoding, unpack) => {
  const { status, headers, body } = await ask(path, { 'Accept-Encoding': accepted });
  expect(status).toBe(200);
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'content-length': String(body.byteLength),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  });
  expect(unpack(body).equals(plain)).toBe(true);
});

// a browser asks for it by itself wherever a page names no icon yet
test('there is an icon at the address that browsers know', async () => {
  const { status, headers, body } = await ask('/favicon.ico', {});
  expect([status, headers['content-type']]).toEqual([200, 'image/x-icon']);
  expect(body.readUInt32LE(0)).toBe(0x00_01_00_00);
});

test.each(['/favicon.ico', '/mark.svg', '/apple-touch-icon.png', '/land/nz.json'])(
  '%s is kept for a day',
  async (file) => {
    const { status, headers } = await ask(file, {});
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=86400, stale-while-revalidate=604800']);
  },
);

test('HEAD has the headers without the body', async () => {
  const [got, head] = [
    await ask(path, { 'Accept-Encoding': 'br' }),
    await ask(path, { 'Accept-Encoding': 'br' }, 'HEAD'),
  ];
  expect([head.status, head.body.byteLength]).toEqual([200, 0]);
  expect(head.headers['content-length']).toBe(got.headers['content-length']);
});

test.each([
  '/_next/static/chunks/none.js',
  '/_next/static/../BUILD_ID',
  '/_next/static/%2e%2e/BUILD_ID',
  '/_next/static/',
])('%s is nothing', async (other) => {
  const { status, body } = await ask(other, { 'Accept-Encoding': 'br' });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body.byteLength === 0 || !body.toString().includes(readFileSync(`${folder}/../../BUILD_ID`, 'utf8'))).toBe(
    true,
  );
});
