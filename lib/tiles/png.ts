import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** How many opacities a picture tells apart. */
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
  const [red, green, blue] = parseColour(colour);
  const palette = Buffer.alloc(3 * (used + 1));
  const transparency = Buffer.alloc(used + 1);
  for (let shade = 0; shade <= used; shade++) {
    palette.set([red, green, blue], 3 * shade);
    transparency[shade] = Math.round((shade * 255) / (shades - 1));
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('PLTE', palette),
    chunk('tRNS', transparency),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
