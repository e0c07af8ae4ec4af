import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodeOpaquePng, encodePng, opacitiesOf, parseColour } from './png.ts';

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

test('a picture has a palette of one colour with as many opacities as it needs', () => {
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

test('the opacities of a picture are read back, in as many shades as it has', () => {
  const opacities = Float32Array.of(0, 1, 0.5, 0, 0.25, 1);
  expect([...opacitiesOf(encodePng('#3f64f9', 3, 2, opacities))]).toEqual([0, 255, 130, 0, 65, 255]);
  expect(() => opacitiesOf(encodeOpaquePng(1, 1, Uint8Array.of(1, 2, 3)))).toThrow(RangeError);
  expect(() => opacitiesOf(new Uint8Array(3))).toThrow(RangeError);
});

test('a picture without transparency has three bytes a pixel', () => {
  const chunks = chunksOf(Buffer.from(encodeOpaquePng(2, 1, Uint8Array.of(1, 2, 3, 4, 5, 6))));
  expect([...(chunks.get('IHDR') ?? [])]).toEqual([0, 0, 0, 2, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  expect([...inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))]).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
