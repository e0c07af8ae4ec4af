import { PbfWriter } from 'pbf';
import { IntList } from '#lib/broadband/coverage/int-list.ts';
import { writePart } from '#lib/broadband/coverage/part-codec.ts';
import { takeBytes } from '#lib/broadband/coverage/varints.ts';
import type { Part } from './areas/part.ts';

/** A polygon and where it belongs: an index into the layers of a file, and one into the offers of that layer. */
export interface StagedArea {
  readonly layer: number;
  readonly offer: number;
  /** The polygon as `part-codec.ts` writes it. */
  readonly rings: Uint8Array;
}

/** Polygons one after the other, with layer, offer and end of each. */
interface Chunk {
  readonly bytes: Uint8Array;
  readonly places: IntList;
}

/** How many bytes make a chunk: one at a time is freed again. */
const chunkBytes = 2 ** 20;

/**
 * The polygons of a file, about 4 bytes a vertex, from when they are read until it is known that nothing is wrong with
 * the file. They stay in memory, because reading them again would take as long as reading the file.
 */
export class StagedAreas {
  readonly #writer = new PbfWriter();
  readonly #chunks: Chunk[] = [];
  #places = new IntList();

  add(layer: number, offer: number, parts: readonly Part[]): void {
    for (const part of parts) {
      writePart(this.#writer, part);
      this.#places.push(layer);
      this.#places.push(offer);
      this.#places.push(this.#writer.pos);
    }
    if (this.#writer.pos >= chunkBytes) this.#endChunk();
  }

  /** Forgets them. */
  clear(): void {
    this.#chunks.length = 0;
    this.#writer.pos = 0;
    this.#places = new IntList();
  }

  /** Hands them over in their order, once; their memory is freed on the way. */
  *take(): Generator<StagedArea, void> {
    this.#endChunk();
    for (let chunk = this.#chunks.shift(); chunk !== undefined; chunk = this.#chunks.shift()) yield* areasOf(chunk);
  }

  #endChunk(): void {
    if (this.#places.length === 0) return;
    this.#chunks.push({ bytes: takeBytes(this.#writer), places: this.#places });
    this.#places = new IntList();
  }
}

function* areasOf({ bytes, places: { values, length } }: Chunk): Generator<StagedArea, void> {
  let start = 0;
  for (let at = 0; at < length; at += 3) {
    const end = values[at + 2] as number;
    yield { layer: values[at] as number, offer: values[at + 1] as number, rings: bytes.subarray(start, end) };
    start = end;
  }
}
