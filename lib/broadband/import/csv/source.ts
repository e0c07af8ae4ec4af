import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import { getDecoder } from '#lib/broadband/import/shapefile/text-encoding.ts';
import { type CoverageSource, inBatches, type ReadingChoices, type SourceLayer } from '#lib/broadband/import/source.ts';
import { unpackedText } from '#lib/broadband/import/source-bytes.ts';
import type { SourceFeature } from '#lib/broadband/import/source-feature.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import { Refusal, required } from '#lib/refusal.ts';
import type { ReadingNote } from '#lib/words/coverage/notes.ts';
import { requirePlaceColumns } from './place-columns.ts';
import { type PlaceReader, placeReader } from './place-reader.ts';
import { delimiterOf, readRows } from './rows.ts';

/** A table in CSV whose rows have areas (WKT or GeoJSON) or points with a radius. */
export class CsvSource implements CoverageSource {
  readonly format = 'CSV';
  readonly layers: readonly SourceLayer[] = [];
  readonly layerName = undefined;
  notes: readonly ReadingNote[] = [];
  readonly #file: SourceFile;
  readonly #choices: ReadingChoices;
  readonly #delimiter: string;

  /** @param head the first bytes of the text */
  constructor(file: SourceFile, choices: ReadingChoices, head: Buffer) {
    this.#file = file;
    this.#choices = choices;
    this.#delimiter = delimiterOf(head.toString('latin1'));
  }

  features(area: AreaBuilder): AsyncIterable<readonly SourceFeature[]> {
    return inBatches(this.#rows(area));
  }

  close(): void {}

  async *#rows(area: AreaBuilder): AsyncGenerator<SourceFeature> {
    const file = this.#file.name;
    const rows = readRows(this.#decoded(), this.#delimiter, file);
    const header = await rows.next();
    const names = (header.done === true ? [] : header.value.values).map(
      (name, place) => name.trim() || `column ${place + 1}`,
    );
    const repeated = names.find((name, place) => names.indexOf(name) !== place);
    if (repeated !== undefined) throw new Refusal({ code: 'column-repeated', file, column: repeated });
    let reader: PlaceReader | undefined;
    let number = 0;
    for await (const { values, line } of rows) {
      reader ??= this.#choosePlaces(area, names, values);
      const properties = new Map(names.map((name, column) => [name, values[column] ?? '']));
      for (const column of reader.columns) properties.delete(names[column] ?? '');
      const row = { number: ++number, line, id: undefined, properties };
      if (values.length === names.length) yield { ...row, ...reader.read(values) };
      else {
        const differs = { code: 'columns-differ', found: values.length, expected: names.length } as const;
        yield { ...row, area: 'no geometry', faults: [differs] };
      }
    }
  }

  #choosePlaces(area: AreaBuilder, names: readonly string[], first: readonly string[]): PlaceReader {
    const reader = placeReader(area, requirePlaceColumns(names, first, this.#choices.places ?? new Map()));
    this.notes = [reader.note(names)];
    return reader;
  }

  async *#decoded(): AsyncGenerator<string> {
    const { encoding = 'utf-8' } = this.#choices;
    const decoder = required(getDecoder(encoding), { code: 'encoding-unknown', encoding, source: 'choice' });
    const decode = (chunk: Buffer, stream: boolean) => {
      try {
        return decoder.decode(chunk, { stream });
      } catch {
        throw new Refusal({ code: 'wrong-encoding', file: this.#file.name, encoding: decoder.encoding });
      }
    };
    for await (const chunk of unpackedText(this.#file)) yield decode(chunk, true);
    yield decode(Buffer.alloc(0), false);
  }
}
