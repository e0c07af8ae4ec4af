import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** How many opacities a picture has. */
const shades = 64;

/** `#0072b2` as its three bytes. @throws RangeError for anything else */
export function parseColour(colour: string): readonly [red: number, green: number, blue: number] {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (match === null) throw new RangeError(`A colour is # and six hexadecimal digits, not ${colour}.`);
  const [red = 0, green = 0, blue = 0] = match.slice(1).map((digits) => Number.parseInt(digits, 16));
  return [red, green, blue];
}

/**
 * A picture of one colour as PNG: a palette of its opacities (PNG 1.2, colour type 3 with tRNS).
 *
 * @param opacities 0 to 1, row by row
 */
export function encodePng(colour: string, width: number, height: number, opacities: Float32Array): Uint8Array {
  const rows = Buffer.alloc((width + 1) * height);
  let used = 0;
  for (let y = 0; y < height; y++) {
    // each row begins with the number of its filter: 0, none
    let at = y * (width + 1) + 1;
    for (let x = y * width; x < (y + 1) * width; x++) {
      const shade = Math.round((opacities[x] as number) * (shades - 1));
      if (shade > used) used = shade;
      rows[at++] = shade;
    }
  }
  const rgb = parseColour(colour);
  const palette = Array.from(
    { length: used + 1 },
    (_, shade): Rgba => [...rgb, Math.round((shade * 255) / (shades - 1))],
  );
  return palettePng(width, height, palette, rows);
}

/** Red, green, blue and opacity, each 0 to 255. */
type Rgba = readonly [number, number, number, number];

/**
 * A picture of at most 256 colours as PNG.
 *
 * @param entryAt the place in the palette of each pixel, row by row
 */
export function encodePalettePng(
  width: number,
  height: number,
  palette: readonly Rgba[],
  entryAt: (at: number) => number,
): Uint8Array {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = entryAt(y * width + x);
  }
  return palettePng(width, height, palette, rows);
}

/** @param rows as in the file: each begins with the number of its filter */
function palettePng(width: number, height: number, palette: readonly Rgba[], rows: Buffer): Uint8Array {
  return Buffer.concat([
    signature,
    chunk('IHDR', headOf(width, height, 3)),
    chunk('PLTE', Buffer.from(palette.flatMap((entry) => entry.slice(0, 3)))),
    chunk('tRNS', Buffer.from(palette.map(([, , , opacity]) => opacity))),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * A picture without transparency as PNG (colour type 2).
 *
 * @param pixels red, green and blue of each pixel, 0 to 255, row by row
 */
export function encodeOpaquePng(width: number, height: number, pixels: Uint8Array): Uint8Array {
  const rows = Buffer.alloc((3 * width + 1) * height);
  for (let y = 0; y < height; y++) {
    rows.set(pixels.subarray(3 * width * y, 3 * width * (y + 1)), (3 * width + 1) * y + 1);
  }
  return Buffer.concat([
    signature,
    chunk('IHDR', headOf(width, height, 2)),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The opacities (0 to 255, row by row) of a picture made by `encodePng`. @throws RangeError for any other */
export function opacitiesOf(png: Uint8Array): Uint8Array {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const chunks = new Map<string, Buffer>();
  for (let at = signature.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    chunks.set(bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const [head, transparency, data] = [chunks.get('IHDR'), chunks.get('tRNS'), chunks.get('IDAT')];
  if (head?.[9] !== 3 || transparency === undefined || data === undefined) {
    throw new RangeError('This is not a picture of one colour.');
  }
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const rows = inflateSync(data);
  const opacities = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      opacities[y * width + x] = transparency[rows[y * (width + 1) + 1 + x] as number] as number;
    }
  }
  return opacities;
}

function headOf(width: number, height: number, colourType: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, colourType, 0, 0, 0], 8);
  return head;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
