import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import { requireLayer } from '#lib/broadband/import/layer-choice.ts';
import { parseWktReference } from '#lib/broadband/import/projection/wkt-reference.ts';
import type { CoverageSource, ReadingChoices, SourceLayer } from '#lib/broadband/import/source.ts';
import type { SourceFeature } from '#lib/broadband/import/source-feature.ts';
import type { Archive, ArchiveEntry } from '#lib/broadband/import/zip/archive.ts';
import { Refusal } from '#lib/refusal.ts';
import { readShapes } from './shapes.ts';
import { readTable, surveyTable } from './table.ts';
import { chooseEncoding, type TextEncoding } from './text-encoding.ts';

const featuresAtOnce = 200;
const longestDescription = 20_000;

/** A Shapefile within a zip archive. */
class ShapefileSource implements CoverageSource {
  readonly format = 'Shapefile';
  readonly layers: readonly SourceLayer[];
  readonly layerName: string;
  readonly notes: readonly string[];
  readonly #archive: Archive;
  readonly #shapes: ArchiveEntry;
  readonly #table: ArchiveEntry;
  readonly #encoding: TextEncoding;
  readonly #projection: string | undefined;

  constructor(archive: Archive, members: Members, layers: readonly SourceLayer[]) {
    this.#archive = archive;
    this.#shapes = members.shapes;
    this.#table = members.table;
    this.#encoding = members.encoding;
    this.#projection = members.projection;
    this.layers = layers.map(({ name, features }) => ({ name, features }));
    this.layerName = stemOf(members.shapes.name);
    this.notes = members.encoding.note === undefined ? [] : [members.encoding.note];
  }

  async *features(area: AreaBuilder): AsyncGenerator<readonly SourceFeature[]> {
    if (this.#projection !== undefined) {
      area.georeference.declare(parseWktReference(this.#projection), 'the .prj file');
    }
    const rows = readTable(this.#table.read(), this.#encoding.decoder, this.#table.name);
    let ready: SourceFeature[] = [];
    let number = 0;
    try {
      for await (const shape of readShapes(this.#shapes.read(), area, this.#shapes.name)) {
        number++;
        const { done, value: properties } = await rows.next();
        if (done === true) this.#refuseUnequal(number, 'more');
        const kept = { number, line: undefined, id: undefined, faults: [] };
        if (properties === undefined) ready.push({ ...kept, properties: new Map(), area: 'deleted' });
        else ready.push({ ...kept, properties, area: shape });
        if (ready.length < featuresAtOnce) continue;
        yield ready;
        ready = [];
      }
      yield ready;
      if ((await rows.next()).done !== true) this.#refuseUnequal(number + 1, 'fewer');
    } finally {
      await rows.return(undefined);
    }
  }

  close(): void {
    this.#archive.close();
  }

  #refuseUnequal(number: number, what: 'more' | 'fewer'): never {
    throw new Refusal(
      `${this.#shapes.name} has ${what} shapes than ${this.#table.name} has rows (from number ${number} on): they do not belong together, or one is cut short.`,
    );
  }
}

interface Members {
  readonly shapes: ArchiveEntry;
  readonly table: ArchiveEntry;
  readonly encoding: TextEncoding;
  readonly projection: string | undefined;
}

/**
 * The Shapefile of a zip archive.
 *
 * @throws Refusal for several of which none was chosen, or one that lacks its table
 */
export async function openShapefile(archive: Archive, { layer, encoding }: ReadingChoices): Promise<CoverageSource> {
  const found = archive.entries
    .filter(({ name }) => /\.shp$/i.test(name))
    .map((shapes) => ({ name: stemOf(shapes.name), features: undefined, shapes }));
  const { shapes } = requireLayer({ file: 'The zip archive', layer: 'Shapefile' }, found, layer);
  const beside = (ending: string) => {
    const wanted = `${shapes.name.slice(0, -'shp'.length)}${ending}`.toLowerCase();
    return archive.entries.find(({ name }) => name.toLowerCase() === wanted);
  };
  const table = beside('dbf');
  if (table === undefined) {
    throw new Refusal(`The zip archive lacks ${stemOf(shapes.name)}.dbf, the table that belongs to the Shapefile.`);
  }
  const { driver, ...facts } = await surveyTable(table.read(), table.name);
  const codePage = (await readDescription(beside('cpg')))?.trim();
  const members: Members = {
    shapes,
    table,
    encoding: chooseEncoding({ asked: encoding, codePage, driver }, facts),
    projection: await readDescription(beside('prj')),
  };
  return new ShapefileSource(archive, members, found);
}

/** The file's name without folders and ending. */
function stemOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1).replace(/\.shp$/i, '');
}

async function readDescription(entry: ArchiveEntry | undefined): Promise<string | undefined> {
  if (entry === undefined) return undefined;
  if (entry.bytes > longestDescription)
    throw new Refusal(`The zip archive’s ${JSON.stringify(entry.name)} is too long.`);
  const chunks: Buffer[] = [];
  for await (const chunk of entry.read()) chunks.push(chunk);
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}
