import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import { references } from '#lib/broadband/import/projection/reference.ts';
import type { CoverageSource, SourceLayer } from '#lib/broadband/import/source.ts';
import type { SourceFeature } from '#lib/broadband/import/source-feature.ts';
import type { Archive } from '#lib/broadband/import/zip/archive.ts';
import { Refusal } from '#lib/refusal.ts';
import { forListing } from '#lib/words/registry/listed.ts';
import { KmlReader } from './reader.ts';

/** A KML file, on its own or in a KMZ archive. */
export class KmlSource implements CoverageSource {
  readonly format = 'KML';
  readonly layers: readonly SourceLayer[] = [];
  readonly notes = [];
  layerName: string | undefined;
  readonly #open: () => AsyncIterable<Buffer>;
  readonly #archive: Archive | undefined;

  /** @param open gives the bytes of the text from the first */
  constructor(open: () => AsyncIterable<Buffer>, archive?: Archive) {
    this.#open = open;
    this.#archive = archive;
  }

  async *features(area: AreaBuilder): AsyncGenerator<readonly SourceFeature[]> {
    area.georeference.declare({ ok: true, reference: references[4326] }, 'kml');
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
 * The KML file in a KMZ archive.
 *
 * @throws Refusal if there are several: those beside the main one would be left out
 */
export function openKmz(archive: Archive): CoverageSource {
  const [main, ...others] = archive.entries.filter(({ name }) => /\.kml$/i.test(name));
  if (main === undefined || others.length > 0) {
    const files = [main, ...others].flatMap((entry) => (entry === undefined ? [] : [entry.name]));
    throw new Refusal({ code: 'kmz-ambiguous', files: forListing(files) });
  }
  return new KmlSource(() => main.read(), archive);
}

/** The text in the encoding that its XML declaration names, or else UTF-8. */
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
    throw new Refusal({ code: 'encoding-unknown', encoding: name, source: 'kml' });
  }
}

function decode(decoder: TextDecoder, chunk: Buffer, stream: boolean): string {
  try {
    return decoder.decode(chunk, { stream });
  } catch {
    throw new Refusal({ code: 'kml-wrong-encoding', encoding: decoder.encoding });
  }
}
