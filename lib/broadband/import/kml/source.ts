import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import { references } from '#lib/broadband/import/projection/reference.ts';
import type { CoverageSource, SourceLayer } from '#lib/broadband/import/source.ts';
import type { SourceFeature } from '#lib/broadband/import/source-feature.ts';
import type { Archive } from '#lib/broadband/import/zip/archive.ts';
import { Refusal } from '#lib/refusal.ts';
import type { ReadingNote } from '#lib/words/coverage/notes.ts';
import { type KmlFile, LinkedFiles } from './linked-files.ts';
import { KmlReader } from './reader.ts';

/** KML on its own, or the KML files of a KMZ archive: the main one, and those that it links to. */
export class KmlSource implements CoverageSource {
  readonly format = 'KML';
  readonly layers: readonly SourceLayer[] = [];
  layerName: string | undefined;
  readonly #main: KmlFile;
  readonly #archive: Archive | undefined;
  #links: LinkedFiles;

  /** @param archive the one that `main` is in */
  constructor(main: KmlFile, archive?: Archive) {
    this.#main = main;
    this.#archive = archive;
    this.#links = this.#noLinks();
  }

  get notes(): readonly ReadingNote[] {
    const { leftOut, examples } = this.#links;
    return leftOut === 0 ? [] : [{ code: 'kml-links-left-out', links: leftOut, examples }];
  }

  /** @throws Refusal if the archive has KML files that none of those read links to, and if only links have areas */
  async *features(area: AreaBuilder): AsyncGenerator<readonly SourceFeature[]> {
    area.georeference.declare({ ok: true, reference: references[4326] }, 'kml');
    const links = this.#noLinks();
    this.#links = links;
    const layerNames: (string | undefined)[] = [];
    let count = 0;
    let hasAreas = false;
    for (const file of links.files) {
      const reader = new KmlReader(area, (link) => links.add(link, file.name), count);
      for await (const text of decoded(file.read())) {
        const features = reader.write(text);
        hasAreas ||= features.some((feature) => typeof feature.area !== 'string' || feature.faults.length > 0);
        // a line alone does not say in which file it is
        yield file === this.#main ? features : features.map((feature) => ({ ...feature, line: undefined }));
      }
      reader.end();
      if (reader.count > count) layerNames.push(reader.layerName);
      count = reader.count;
    }
    links.refuseUnread();
    if (!hasAreas && links.first !== undefined) throw new Refusal({ code: 'kml-network-link', line: links.first.line });
    this.layerName = layerNames.length === 1 ? layerNames[0] : undefined;
  }

  close(): void {
    this.#archive?.close();
  }

  #noLinks(): LinkedFiles {
    return new LinkedFiles(this.#main, this.#archive?.entries.filter(isKml) ?? []);
  }
}

/** @returns the KML in a KMZ archive: `doc.kml`, or else the first, and what it links to */
export function openKmz(archive: Archive): CoverageSource {
  const files = archive.entries.filter(isKml);
  const main = files.find(({ name }) => /^doc\.kml$/i.test(name)) ?? files[0];
  if (main === undefined) throw new Refusal({ code: 'zip-without-coverage' });
  return new KmlSource(main, archive);
}

function isKml({ name }: { readonly name: string }): boolean {
  return /\.kml$/i.test(name);
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
