import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import { references } from '#lib/broadband/import/projection/reference.ts';
import type { CoverageSource, SourceLayer } from '#lib/broadband/import/source.ts';
import type { SourceFeature } from '#lib/broadband/import/source-feature.ts';
import type { Archive } from '#lib/broadband/import/zip/archive.ts';
import { Refusal } from '#lib/refusal.ts';
import type { ReadingNote } from '#lib/words/coverage/notes.ts';
import { forListing } from '#lib/words/registry/listed.ts';
import { KmlReader, type NetworkLink } from './reader.ts';

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

/** One KML file: its name in its archive, and its bytes from the first. */
export interface KmlFile {
  readonly name: string;
  read(): AsyncIterable<Buffer>;
}

/** Where an archive seems to be, so that links in it can be resolved. */
const root = 'http://archive.invalid/';
const mostExamples = 5;

/** The KML files to read, one after the other: the main one, and those in its archive that the others link to. */
export class LinkedFiles {
  /** Grows while it is read. */
  readonly files: Set<KmlFile>;
  /** The first link that leads out of the archive, or nowhere; nothing is fetched. */
  first: NetworkLink | undefined;
  /** How many such links there are, and the first of them. */
  leftOut = 0;
  readonly examples: string[] = [];
  readonly #all: readonly KmlFile[];

  /** @param all the KML files of the archive, `main` among them; none for a file on its own */
  constructor(main: KmlFile, all: readonly KmlFile[]) {
    this.#all = all;
    this.files = new Set([main]);
  }

  /** Takes a link in a file of that name. */
  add(link: NetworkLink, from: string): void {
    const name = nameInArchive(link.href, from);
    const found = this.#all.find((file) => file.name === name);
    if (found !== undefined) {
      this.files.add(found);
      return;
    }
    this.first ??= link;
    this.leftOut++;
    const { href } = link;
    if (this.examples.length < mostExamples && !this.examples.includes(href)) this.examples.push(href.slice(0, 200));
  }

  /** @throws Refusal if there are files that no link led to: they would be left out in silence */
  refuseUnread(): void {
    if (this.#all.every((file) => this.files.has(file))) return;
    throw new Refusal({ code: 'kmz-ambiguous', files: forListing(this.#all.map(({ name }) => name)) });
  }
}

/** The file in the archive that an address means, seen from another file; undefined if it is elsewhere. */
function nameInArchive(href: string, from: string): string | undefined {
  const base = root + from.split('/').map(encodeURIComponent).join('/');
  const url = href === '' ? null : URL.parse(href, base);
  if (url === null || !url.href.startsWith(root)) return undefined;
  try {
    return decodeURIComponent(url.pathname.slice(1));
  } catch {
    return undefined;
  }
}
