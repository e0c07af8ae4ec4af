import { buffer } from 'node:stream/consumers';
import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import { parseWktReference } from '#lib/broadband/import/projection/wkt-reference.ts';
import {
  type CoverageSource,
  inBatches,
  type ReadingChoices,
  requireLayer,
  type SourceLayer,
} from '#lib/broadband/import/source.ts';
import type { SourceFeature } from '#lib/broadband/import/source-feature.ts';
import type { Archive, ArchiveEntry } from '#lib/broadband/import/zip/archive.ts';
import { Refusal, required } from '#lib/refusal.ts';
import type { ReadingNote } from '#lib/words/coverage/notes.ts';
import { forListing } from '#lib/words/registry/listed.ts';
import { readShapes } from './shapes.ts';
import { readTable, surveyTable, type TableFacts } from './table.ts';
import { chooseEncoding, type TextEncoding } from './text-encoding.ts';

const longestDescription = 20_000;

/** The files of one Shapefile in an archive. */
interface Members {
  /** The name of the layer. */
  readonly name: string;
  readonly shapes: ArchiveEntry;
  readonly table: ArchiveEntry;
  readonly encoding: TextEncoding;
  readonly cut: TableFacts['cut'];
  /** The text of the `.prj` file. */
  readonly projection: string | undefined;
}

/** A Shapefile in a zip archive. */
class ShapefileSource implements CoverageSource {
  readonly format = 'Shapefile';
  readonly layers: readonly SourceLayer[];
  readonly layerName: string;
  readonly notes: readonly ReadingNote[];
  readonly #archive: Archive;
  readonly #members: Members;

  constructor(archive: Archive, members: Members, layers: readonly SourceLayer[]) {
    this.#archive = archive;
    this.#members = members;
    this.layers = layers.map(({ name, features }) => ({ name, features }));
    this.layerName = members.name;
    const { encoding, cut } = members;
    const isCut = cut.texts > 0 && encoding.decoder.encoding === 'utf-8';
    this.notes = [
      ...(encoding.note === undefined ? [] : [encoding.note]),
      ...(isCut ? [{ code: 'texts-cut', texts: cut.texts, columns: forListing(cut.columns) } as const] : []),
    ];
  }

  features(area: AreaBuilder): AsyncIterable<readonly SourceFeature[]> {
    return inBatches(this.#features(area));
  }

  close(): void {
    this.#archive.close();
  }

  async *#features(area: AreaBuilder): AsyncGenerator<SourceFeature> {
    const { shapes, table, encoding, projection } = this.#members;
    if (projection !== undefined) area.georeference.declare(parseWktReference(projection), 'prj');
    const rows = readTable(table.read(), encoding.decoder, table.name);
    let number = 0;
    const differ = (more: 'shapes' | 'rows', from: number) =>
      new Refusal({ code: 'shapes-and-rows-differ', shapes: shapes.name, table: table.name, more, from });
    try {
      for await (const shape of readShapes(shapes.read(), area, shapes.name)) {
        number++;
        const { done, value: properties } = await rows.next();
        if (done === true) throw differ('shapes', number);
        const row = { number, line: undefined, id: undefined, faults: [] };
        if (properties === undefined) yield { ...row, properties: new Map(), area: 'deleted' };
        else yield { ...row, properties, area: shape };
      }
      if ((await rows.next()).done !== true) throw differ('rows', number + 1);
    } finally {
      await rows.return(undefined);
    }
  }
}

/**
 * The Shapefile of a zip archive.
 *
 * @throws Refusal if there are several and none was chosen, or if it has no table
 */
export async function openShapefile(archive: Archive, { layer, encoding }: ReadingChoices): Promise<CoverageSource> {
  const found = layersOf(archive.entries);
  const { name, shapes } = requireLayer('Shapefile', found, layer);
  const beside = (ending: string) => {
    const wanted = `${shapes.name.slice(0, -'shp'.length)}${ending}`.toLowerCase();
    return archive.entries.find(({ name }) => name.toLowerCase() === wanted);
  };
  const table = required(beside('dbf'), { code: 'dbf-missing', file: `${stemOf(shapes.name)}.dbf` });
  const { driver, cut, ...facts } = await surveyTable(table.read(), table.name);
  const codePage = (await readDescription(beside('cpg')))?.trim();
  const members: Members = {
    name,
    shapes,
    cut,
    table,
    encoding: chooseEncoding({ asked: encoding, codePage, driver }, facts),
    projection: await readDescription(beside('prj')),
  };
  return new ShapefileSource(archive, members, found);
}

interface ShapefileLayer extends SourceLayer {
  readonly shapes: ArchiveEntry;
}

/** The Shapefiles of an archive, named by their files, and also by their folders where two files have the same name. */
function layersOf(entries: readonly ArchiveEntry[]): ShapefileLayer[] {
  const all = entries.filter(({ name }) => /\.shp$/i.test(name));
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(stemOf(name), (counts.get(stemOf(name)) ?? 0) + 1);
  return all.map((shapes) => {
    const stem = stemOf(shapes.name);
    const isShared = (counts.get(stem) ?? 0) > 1;
    return { name: isShared ? shapes.name.replace(/\.shp$/i, '') : stem, features: undefined, shapes };
  });
}

/** The name of a file without its folders and ending. */
function stemOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1).replace(/\.shp$/i, '');
}

async function readDescription(entry: ArchiveEntry | undefined): Promise<string | undefined> {
  if (entry === undefined) return undefined;
  if (entry.bytes > longestDescription) throw new Refusal({ code: 'zip-entry-too-long', entry: entry.name });
  const text = (await buffer(entry.read())).toString('utf8');
  return text.replace(/^\ufeff/, '');
}
