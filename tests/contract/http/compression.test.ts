import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { keys } from '#tests/support/fixture.ts';
import type { Asked } from '#tests/support/http.ts';
import { askBy, lanes } from '#tests/support/lanes.ts';

const points = Array.from({ length: 2000 }, (_, place) => ['-40.95', String(174 + (place % 300) / 100)]);
const inBulk = (target: string, acceptEncoding: string): Asked => ({
  target,
  method: 'POST',
  body: JSON.stringify({ points }),
  headers: { 'Content-Type': 'application/json', 'X-Api-Key': keys.plain, 'Accept-Encoding': acceptEncoding },
});

const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };

describe.each(lanes)('N13: answers by the %s', (lane) => {
  test.each([
    ['/api/1.0/availability/yx', 'gzip, deflate', 'gzip'],
    ['/api/1.0/availability/yx', 'br;q=0.9, gzip;q=0.5', 'br'],
    ['/api/2.0/availability', 'zstd, br, gzip', 'zstd'],
    ['/api/2.0/availability', '*', 'gzip'],
    ['/api/2.0/availability', 'gzip;q=0, *', 'br'],
  ] as const)('%s with Accept-Encoding: %s is sent as %s, with the same bytes', async (target, accepted, encoding) => {
    const plain = await askBy(lane, inBulk(target, 'identity'));
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const answered = await askBy(lane, inBulk(target, accepted));
    expect(answered.status).toBe(200);
    expect(answered.headers).toMatchObject({ 'content-encoding': encoding, vary: expect.stringContaining('Encoding') });
    expect(decoders[encoding](answered.bytes).toString()).toBe(plain.body);
    expect(answered.bytes.byteLength).toBeLessThan(plain.bytes.byteLength / 5);
  });

  test('a short answer is sent as it is, and says that it varies', async () => {
    const headers = { 'X-Api-Key': keys.plain, 'Accept-Encoding': 'gzip, br' };
    const answered = await askBy(lane, { target: '/api/2.0/availability/-42/172', headers });
    expect(answered.headers).not.toHaveProperty('content-encoding');
    expect(answered.headers.vary).toContain('Accept-Encoding');
  });

  test('a point is compressed when it is long, and HEAD says the same', async () => {
    const target = '/api/2.0/availability/-40.95/175.05';
    const headers = { 'X-Api-Key': keys.plain, 'Accept-Encoding': 'gzip' };
    const plain = await askBy(lane, { target, headers: { 'X-Api-Key': keys.plain } });
    const answered = await askBy(lane, { target, headers });
    const isLong = plain.bytes.byteLength >= 1024;
    expect(answered.headers['content-encoding']).toBe(isLong ? 'gzip' : undefined);
    expect((isLong ? gunzipSync(answered.bytes) : answered.bytes).toString()).toBe(plain.body);
    const head = await askBy(lane, { target, headers, method: 'HEAD' });
    expect(head.headers['content-encoding']).toBe(answered.headers['content-encoding']);
  });
});
