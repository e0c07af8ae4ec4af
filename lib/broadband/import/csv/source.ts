import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import { getDecoder } from '#lib/broadband/import/shapefile/text-encoding.ts';
import type { CoverageSource, ReadingChoices, SourceLayer } from '#lib/broadband/import/source.ts';
import { unpackedText } from '#lib/broadband/import/source-bytes.ts';
import type { SourceFeature } from '#lib/broadband/import/source-feature.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import { Refusal } from '#lib/refusal.ts';
import { requirePlaceColumns } from './place-columns.ts';
import { type PlaceReader, placeReader } from './place-reader.ts';
import { delimiterOf, readRows } from './rows.ts';

const featuresAtOnce = 200;

/** A table in CSV whose rows have areas (WKT or GeoJSON) or points with a radius. */
export class CsvSource implements CoverageSource {
  readonly format = 'CSV';
  readonly layers: readonly SourceLayer[] = [];
  readonly layerName = undefined;
  notes: readonly string[] = [];
  readonly #file: SourceFile;
  readonly #choices: ReadingChoices;
  readonly #delimiter: string;

  /** @param head the first bytes of the text */
  constructor(file: SourceFile, choices: ReadingChoices, head: Buffer) {
    this.#file = file;
    this.#choices = choices;
    this.#delimiter = delimiterOf(head.toString('latin1'));
  }

  async *features(area: AreaBuilder): AsyncGenerator<readonly SourceFeature[]> {
    const rows = readRows(this.#decoded(), this.#delimiter);
    const header = await rows.next();
    const names = (header.done === true ? [] : header.value.values).map(
      (name, place) => name.trim() || `column ${place + 1}`,
    );
    const twice = names.find((name, place) => names.indexOf(name) !== place);
    if (twice !== undefined) throw new Refusal(`The table has the column ${JSON.stringify(twice)} twice.`);
    let reader: PlaceReader | undefined;
    let ready: SourceFeature[] = [];
    let number = 0;
    for await (const { values, line } of rows) {
      reader ??= this.#choosePlaces(area, names, values);
      const place = { number: ++number, line, id: undefined };
      const properties = new Map(names.map((name, column) => [name, values[column] ?? '']));
      for (const column of reader.columns) properties.delete(names[column] ?? '');
      if (values.length === names.length) ready.push({ ...place, properties, ...reader.read(values) });
      else ready.push({ ...place, properties, area: 'no geometry', faults: [unequal(values.length, names.length)] });
      if (ready.length < featuresAtOnce) continue;
      yield ready;
      ready = [];
    }
    yield ready;
  }

  close(): void {}

  #choosePlaces(area: AreaBuilder, names: readonly string[], first: readonly string[]): PlaceReader {
    const reader = placeReader(area, requirePlaceColumns(names, first, this.#choices.places ?? new Map()));
    this.notes = [reader.note(names)];
    return reader;
  }

  async *#decoded(): AsyncGenerator<string> {
    const { encoding } = this.#choices;
    const decoder = getDecoder(encoding ?? 'utf-8');
    if (decoder === undefined) throw new Refusal(`The encoding ${JSON.stringify(encoding)} is not known.`);
    const decode = (chunk: Buffer, stream: boolean) => {
      try {
        return decoder.decode(chunk, { stream });
      } catch {
        throw new Refusal(
          `The table is not ${decoder.encoding.toUpperCase()}: say with --encoding what it is, such as windows-1252.`,
        );
      }
    };
    for await (const chunk of unpackedText(this.#file)) yield decode(chunk, true);
    yield decode(Buffer.alloc(0), false);
  }
}

function unequal(count: number, expected: number): string {
  return `it has ${count} ${count === 1 ? 'column' : 'columns'}, but the first line has ${expected}`;
}
