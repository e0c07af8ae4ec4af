import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import { references } from '#lib/broadband/import/projection/reference.ts';
import type { CoverageSource, SourceLayer } from '#lib/broadband/import/source.ts';
import type { SourceFeature } from '#lib/broadband/import/source-feature.ts';
import type { Archive } from '#lib/broadband/import/zip/archive.ts';
import { Refusal } from '#lib/refusal.ts';
import { KmlReader } from './reader.ts';

/** A KML file, by itself or in a KMZ archive. */
export class KmlSource implements CoverageSource {
  readonly format = 'KML';
  readonly layers: readonly SourceLayer[] = [];
  readonly notes: readonly string[] = [];
  layerName: string | undefined;
  readonly #open: () => AsyncIterable<Buffer>;
  readonly #archive: Archive | undefined;

  /** @param open gives the text's bytes, from the first */
  constructor(open: () => AsyncIterable<Buffer>, archive?: Archive) {
    this.#open = open;
    this.#archive = archive;
  }

  async *features(area: AreaBuilder): AsyncGenerator<readonly SourceFeature[]> {
    area.georeference.declare({ ok: true, reference: references[4326] }, 'the KML format');
    const reader = new KmlReader(area);
    for await (const text of decoded(this.#open())) yield reader.write(text);
    reader.end();
    this.layerName = reader.layerName;
  }

  close(): void {
    this.#archive?.close();
  }
}

/**
 * The KML within a KMZ archive: `doc.kml`, or the only one.
 *
 * @throws Refusal when there are several
 */
export function openKmz(archive: Archive): CoverageSource {
  const found = archive.entries.filter(({ name }) => /\.kml$/i.test(name));
  const main =
    found.find(({ name }) => name.toLowerCase() === 'doc.kml') ?? (found.length === 1 ? found[0] : undefined);
  if (main === undefined) {
    const names = found
      .map(({ name }) => JSON.stringify(name))
      .slice(0, 20)
      .join(', ');
    throw new Refusal(
      `The zip archive holds ${found.length} KML files, and none is doc.kml: ${names}. Pack each by itself.`,
    );
  }
  return new KmlSource(() => main.read(), archive);
}

/** The text in the encoding that its XML declaration names; UTF-8 where it names none. */
async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= decoderOf(chunk.toString('latin1', 0, 200));
    yield decode(decoder, chunk, true);
  }
  if (decoder !== undefined) yield decode(decoder, Buffer.alloc(0), false);
}

function decoderOf(begin: string): TextDecoder {
  const [, name = 'utf-8'] = /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(begin) ?? [];
  try {
    return new TextDecoder(name, { fatal: true });
  } catch {
    throw new Refusal(`The KML is in the encoding ${JSON.stringify(name)}, which is not known: save it as UTF-8.`);
  }
}

function decode(decoder: TextDecoder, chunk: Buffer, stream: boolean): string {
  try {
    return decoder.decode(chunk, { stream });
  } catch {
    throw new Refusal(`The KML is not ${decoder.encoding.toUpperCase()}, as it says it is: save it as UTF-8.`);
  }
}
