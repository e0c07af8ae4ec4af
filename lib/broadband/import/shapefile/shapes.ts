import type { AreaBuilder, BuiltArea } from '#lib/broadband/import/areas/area-builder.ts';
import type { WithoutArea } from '#lib/broadband/import/source-feature.ts';
import { importLimits } from '#lib/broadband/import/source-file.ts';
import { Refusal } from '#lib/refusal.ts';
import { ByteReader } from './byte-reader.ts';

const headBytes = 100;
const magic = 9994;
const positionBytes = 16;

/** Kinds of shapes by their numbers (ESRI Shapefile Technical Description), with or without heights and measures. */
const kinds: ReadonlyMap<number, WithoutArea | 'Polygon' | 'MultiPatch'> = new Map([
  [0, 'no geometry'],
  ...[1, 11, 21].map((number) => [number, 'Point'] as const),
  ...[3, 13, 23].map((number) => [number, 'MultiLineString'] as const),
  ...[5, 15, 25].map((number) => [number, 'Polygon'] as const),
  ...[8, 18, 28].map((number) => [number, 'MultiPoint'] as const),
  [31, 'MultiPatch'],
]);

/**
 * The shapes of a `.shp` file in its order.
 *
 * @param file how messages name the file
 * @throws Refusal if the file is damaged or incomplete, or has solids
 */
export async function* readShapes(
  chunks: AsyncIterable<Buffer>,
  area: AreaBuilder,
  file: string,
): AsyncGenerator<BuiltArea | WithoutArea> {
  const reader = new ByteReader(chunks);
  try {
    const head = await reader.take(headBytes);
    if (head === undefined || head.readInt32BE(0) !== magic) throw new Refusal({ code: 'not-a-shapefile', file });
    // lengths are counted in 16-bit words
    const declared = head.readInt32BE(24) * 2;
    let read = headBytes;
    for (let shape = 1; read < declared; shape++) {
      const record = new ShapeRecord(reader, file, shape);
      const length = (await record.take(8)).readInt32BE(4) * 2;
      if (length < 4 || length > declared - read) throw record.damaged;
      read += 8 + length;
      const kind = kinds.get((await record.take(4)).readInt32LE(0));
      if (kind === undefined) throw record.damaged;
      if (kind === 'MultiPatch') throw new Refusal({ code: 'shape-multipatch', file, shape });
      if (kind === 'Polygon') {
        yield await readPolygon(record, area, length);
      } else {
        await record.skip(length - 4);
        yield kind;
      }
    }
  } finally {
    await reader.close();
  }
}

/** The bytes of one shape, which must all be there. */
class ShapeRecord {
  readonly #reader: ByteReader;
  readonly #place: { readonly file: string; readonly shape: number };

  constructor(reader: ByteReader, file: string, shape: number) {
    this.#reader = reader;
    this.#place = { file, shape };
  }

  get damaged(): Refusal {
    return new Refusal({ code: 'shape-damaged', ...this.#place });
  }

  async take(count: number): Promise<Buffer> {
    return this.#require(await this.#reader.take(count));
  }

  /** As many of the next `count` bytes as are buffered, in multiples of `size`. */
  async takeSome(count: number, size: number): Promise<Buffer> {
    return this.#require(await this.#reader.takeSome(count, size));
  }

  async skip(count: number): Promise<void> {
    this.#require((await this.#reader.skip(count)) || undefined);
  }

  #require<T>(found: T | undefined): T {
    if (found === undefined) throw new Refusal({ code: 'shapes-cut-short', ...this.#place });
    return found;
  }
}

/** @param length the bytes of the record, its kind included */
async function readPolygon(record: ShapeRecord, area: AreaBuilder, length: number): Promise<BuiltArea | WithoutArea> {
  // after the kind: a box, the counts, where each ring begins, and the positions; heights and measures follow them
  const head = await record.take(40);
  const ringCount = head.readInt32LE(32);
  const positionCount = head.readInt32LE(36);
  const least = 44 + ringCount * 4 + positionCount * positionBytes;
  if (ringCount < 0 || positionCount < ringCount || least > length) throw record.damaged;
  if (positionCount > importLimits.vertices)
    throw new Refusal({ code: 'too-many-vertices', most: importLimits.vertices });
  const startBytes = await record.take(ringCount * 4);
  const starts = Array.from({ length: ringCount }, (_, ring) => startBytes.readInt32LE(ring * 4));
  const ends = [...starts.slice(1), positionCount];
  if (ringCount > 0 && (starts[0] !== 0 || starts.some((start, ring) => start >= (ends[ring] ?? 0))))
    throw record.damaged;

  area.begin();
  let position = 0;
  let ring = 0;
  while (position < positionCount) {
    const bytes = await record.takeSome((positionCount - position) * positionBytes, positionBytes);
    for (let at = 0; at < bytes.length; at += positionBytes) {
      area.addPosition(bytes.readDoubleLE(at), bytes.readDoubleLE(at + 8));
      if (++position === ends[ring]) {
        area.endRing();
        ring++;
      }
    }
  }
  await record.skip(length - least);
  if (positionCount === 0) return 'no geometry';
  area.endUngroupedRings();
  return area.build();
}
