import { type RegisterLookup, registerLookup } from '#db/registry/lookup.ts';
import type { Clock } from '#lib/clock.ts';
import { madeBody, type StreamedBody } from '#lib/http/answer.ts';
import { inPieces } from '#lib/pieces.ts';
import type { KnownReleases } from '#lib/registry/explained-entry.ts';
import type { ParsedName } from '#lib/registry/names/name.ts';
import { turns } from '#server/http/turn.ts';
import { type LongReader, longReads } from '#server/process/long-reads.ts';

/** Bodies up to this many bytes are sent at once. */
const mostAtOnce = 131_072;

const lookups = new WeakMap<LongReader, ReturnType<typeof registerLookup>>();

/**
 * The JSON array of the entries of many names, looked up in pieces, between which other requests are answered (B11). All
 * entries are of one state of the register, the one at the first look-up.
 */
export function entriesInPieces(
  names: readonly ParsedName[],
  entryOf: (name: ParsedName, known: KnownReleases) => string,
  caller: string,
  clock?: Clock,
): Promise<Uint8Array | StreamedBody> {
  return longReads().with(caller, async (reader) => {
    const { inSnapshot } = lookupOf(reader);
    const chunks: Buffer[] = [];
    let text = '[';
    await inPieces(
      names.entries(),
      () => turns().piece(caller),
      ([place, name]) => {
        const entry = inSnapshot((known) => entryOf(name, known));
        text += place === 0 ? entry : `,${entry}`;
      },
      () => {
        chunks.push(Buffer.from(text));
        text = '';
      },
      clock,
    );
    chunks.push(Buffer.from(']'));
    const length = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return length <= mostAtOnce ? Buffer.concat(chunks, length) : madeBody(chunks);
  });
}

/** The register for a long answer, as of its snapshot. */
export function lookupOf(reader: LongReader): RegisterLookup {
  let lookup = lookups.get(reader);
  if (lookup === undefined) {
    lookup = registerLookup(reader.connection, reader.inSnapshot);
    lookups.set(reader, lookup);
  }
  return lookup;
}
