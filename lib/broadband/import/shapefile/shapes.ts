import type { AreaBuilder, BuiltArea } from '#lib/broadband/import/areas/area-builder.ts';
import { importLimits } from '#lib/broadband/import/import-limits.ts';
import type { WithoutArea } from '#lib/broadband/import/source-feature.ts';
import { Refusal } from '#lib/refusal.ts';
import { ByteReader } from './byte-reader.ts';

const headBytes = 100;
const magic = 9994;
const positionBytes = 16;

/** Kinds of shapes by their numbers (ESRI Shapefile Technical Description); those with heights or measures alike. */
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
 * @param name as refusals call the file
 * @throws Refusal where the file is damaged, cut short, or holds solid bodies
 */
export async function* readShapes(
  chunks: AsyncIterable<Buffer>,
  area: AreaBuilder,
  name: string,
): AsyncGenerator<BuiltArea | WithoutArea> {
  const reader = new ByteReader(chunks);
  try {
    const head = await reader.take(headBytes);
    if (head === undefined || head.readInt32BE(0) !== magic)
      throw new Refusal(`${name} is no Shapefile, or cut short.`);
    // lengths are counted in 16-bit words
    const declared = head.readInt32BE(24) * 2;
    let read = headBytes;
    for (let number = 1; read < declared; number++) {
      const cut = () => new Refusal(`${name} ends in the middle, at shape ${number}: it is not whole.`);
      const damaged = () => new Refusal(`${name} is damaged at shape ${number}.`);
      const recordHead = await reader.take(8);
      if (recordHead === undefined) throw cut();
      const length = recordHead.readInt32BE(4) * 2;
      if (length < 4 || length > declared - read) throw damaged();
      read += 8 + length;
      const kindBytes = await reader.take(4);
      if (kindBytes === undefined) throw cut();
      const kind = kinds.get(kindBytes.readInt32LE(0));
      if (kind === undefined) throw damaged();
      if (kind === 'MultiPatch') {
        throw new Refusal(`${name} holds solid bodies (MultiPatch) at shape ${number}: export it as polygons.`);
      }
      if (kind !== 'Polygon') {
        if (!(await reader.skip(length - 4))) throw cut();
        yield kind;
        continue;
      }
      yield await readPolygon({ reader, area, length, cut, damaged });
    }
  } finally {
    await reader.close();
  }
}

interface PolygonRecord {
  readonly reader: ByteReader;
  readonly area: AreaBuilder;
  /** The record's bytes, its kind included. */
  readonly length: number;
  cut(): Refusal;
  damaged(): Refusal;
}

async function readPolygon({ reader, area, length, cut, damaged }: PolygonRecord): Promise<BuiltArea | WithoutArea> {
  // after the kind: a box, the counts, where each ring begins, and the positions; heights and measures follow them
  const head = await reader.take(40);
  if (head === undefined) throw cut();
  const ringCount = head.readInt32LE(32);
  const positionCount = head.readInt32LE(36);
  const least = 44 + ringCount * 4 + positionCount * positionBytes;
  if (ringCount < 0 || positionCount < ringCount || least > length) throw damaged();
  if (positionCount > importLimits.vertices) throw new Refusal(importLimits.tooManyVertices);
  const startBytes = await reader.take(ringCount * 4);
  if (startBytes === undefined) throw cut();
  const starts = Array.from({ length: ringCount }, (_, ring) => startBytes.readInt32LE(ring * 4));
  const ends = [...starts.slice(1), positionCount];
  if (ringCount > 0 && (starts[0] !== 0 || starts.some((start, ring) => start >= (ends[ring] ?? 0)))) throw damaged();

  area.begin();
  let position = 0;
  let ring = 0;
  while (position < positionCount) {
    const bytes = await reader.takeSome((positionCount - position) * positionBytes, positionBytes);
    if (bytes === undefined) throw cut();
    for (let at = 0; at < bytes.length; at += positionBytes) {
      area.addPosition(bytes.readDoubleLE(at), bytes.readDoubleLE(at + 8));
      if (++position === ends[ring]) {
        area.endRing();
        ring++;
      }
    }
  }
  if (!(await reader.skip(length - least))) throw cut();
  if (positionCount === 0) return 'no geometry';
  area.endUngroupedRings();
  return area.build();
}
