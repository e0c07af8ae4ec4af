import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Authorship } from '#db/audit/record-change.ts';
import type { Connection } from '#db/client.ts';
import { privateModes } from '#db/private-file.ts';
import { fileBytes } from '#flows/files/file-bytes.ts';
import { makeScratchFile } from '#flows/files/scratch-file.ts';
import { askWeb, type Patience, patienceShown, type WebAnswer } from '#flows/web/ask.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import type { PlaceSource } from '#lib/places/lists/sources.ts';
import { Refusal } from '#lib/refusal.ts';
import { fetchedListName } from '#lib/words/places.ts';
import { type ImportedPlaces, importPlaces } from './import-places.ts';

interface PlaceFetch extends Authorship {
  readonly onProgress: ShowProgress;
  /** How it waits for a server that is busy; without it, by the machine's clock. */
  readonly patience?: Patience | undefined;
}

export interface FetchedPlaces extends ImportedPlaces {
  /** What the list is called, with its day. */
  readonly file: string;
}

/** The service writes an export of two million rows before it sends the first. */
const silentMs = 5 * 60_000;

/**
 * Fetches a list of places from its server, and imports it. It cannot be fetched in parts: after a break it begins again.
 *
 * @throws Refusal as `importPlaces`, and when the server cannot be read; the old list stays then
 */
export async function fetchPlaces(
  writer: Connection,
  source: PlaceSource,
  { onProgress, patience = patienceShown(onProgress), ...by }: PlaceFetch,
): Promise<FetchedPlaces> {
  const { address, name } = source;
  const copy = makeScratchFile(writer.sqlite.name);
  try {
    onProgress('download', 0, 0);
    const modified = await askWeb({ address, name, silentMs }, patience, async (answer) => {
      requireList(answer, source);
      await pipeline(counted(answer, onProgress), createWriteStream(copy.path, { mode: privateModes.file }));
      return Date.parse(answer.headers.get('last-modified') ?? '');
    });
    // an export is made as it is asked for
    const file = fetchedListName(name, Number.isNaN(modified) ? by.nowMs : modified);
    const imported = await importPlaces(writer, fileBytes(copy.path), { source: file, onProgress, ...by });
    return { file, ...imported };
  } finally {
    copy.remove();
  }
}

function requireList({ status }: WebAnswer, { name, hasKey }: PlaceSource): void {
  if (hasKey && (status === 401 || status === 403)) throw new Refusal({ code: 'key-refused', status });
  if (status !== 200) throw new Refusal({ code: 'web-answered', address: name, status });
}

async function* counted({ headers, body }: WebAnswer, onProgress: ShowProgress): AsyncGenerator<Uint8Array> {
  // the length of a packed answer is not that of its text
  const total = headers.has('content-encoding') ? 0 : Number(headers.get('content-length') ?? 0);
  let received = 0;
  for await (const chunk of body) {
    received += chunk.length;
    onProgress('download', received, total);
    yield chunk;
  }
}
