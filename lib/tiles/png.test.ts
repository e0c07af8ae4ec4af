import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodePng, parseColour } from './png.ts';

/** The chunks of a PNG by their type. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return chunks;
}

test('a picture is a palette of one colour in as many opacities as it needs', () => {
  const opacities = Float32Array.of(0, 1, 0.5, 0, 0.25, 1);
  const chunks = chunksOf(Buffer.from(encodePng('#3f64f9', 3, 2, opacities)));
  expect([...chunks.keys()]).toEqual(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
  expect([...(chunks.get('IHDR') ?? [])]).toEqual([0, 0, 0, 3, 0, 0, 0, 2, 8, 3, 0, 0, 0]);
  const palette = chunks.get('PLTE') ?? Buffer.alloc(0);
  expect(palette).toHaveLength(3 * 64);
  expect(palette.subarray(0, 6).toString('hex')).toBe('3f64f93f64f9');
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  expect([...rows]).toEqual([0, 0, 63, 32, 0, 0, 16, 63]);
  expect([0, 32, 63].map((shade) => chunks.get('tRNS')?.[shade])).toEqual([0, 130, 255]);
});

test('a colour is # and six hexadecimal digits', () => {
  expect(parseColour('#0A6a4d')).toEqual([10, 106, 77]);
  for (const text of ['0a6a4d', '#fff', '#0a6a4g', 'red', '']) expect(() => parseColour(text)).toThrow(RangeError);
});
