import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import { getDecoder } from '#lib/broadband/import/shapefile/text-encoding.ts';
import { type CoverageSource, inBatches, type ReadingChoices, type SourceLayer } from '#lib/broadband/import/source.ts';
import { hasMark, unpackedText } from '#lib/broadband/import/source-bytes.ts';
import type { SourceFeature } from '#lib/broadband/import/source-feature.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import type { Archive } from '#lib/broadband/import/zip/archive.ts';
import { Refusal, required } from '#lib/refusal.ts';
import { requireDistinctColumns } from '#lib/row-files/columns.ts';
import { type CsvHead, csvHeadOf } from '#lib/row-files/csv-head.ts';
import type { ReadingNote } from '#lib/words/coverage/notes.ts';
import { forListing } from '#lib/words/registry/listed.ts';
import { type DecimalMark, decimalMarks, plainNumber } from './decimal-comma.ts';
import { requirePlaceColumns } from './place-columns.ts';
import { type PlaceReader, placeReader } from './place-reader.ts';

/** A table in CSV whose rows have areas (WKT or GeoJSON) or points with a radius. */
export class CsvSource implements CoverageSource {
  readonly format = 'CSV';
  readonly layers: readonly SourceLayer[] = [];
  readonly layerName = undefined;
  notes: readonly ReadingNote[] = [];
  readonly #file: SourceFile;
  readonly #choices: ReadingChoices;
  readonly #head: CsvHead;
  readonly #archive: Archive | undefined;

  /** @param head the first bytes of the text */
  constructor(file: SourceFile, choices: ReadingChoices, head: Buffer, archive?: Archive) {
    this.#file = file;
    this.#archive = archive;
    this.#choices = choices;
    const text = (hasMark(head) ? head.subarray(3) : head).toString('latin1');
    this.#head = csvHeadOf(text);
  }

  features(area: AreaBuilder): AsyncIterable<readonly SourceFeature[]> {
    return inBatches(this.#rows(area));
  }

  close(): void {
    this.#archive?.close();
  }

  async *#rows(area: AreaBuilder): AsyncGenerator<SourceFeature> {
    const file = this.#file.name;
    const { delimiter, isDeclared } = this.#head;
    const rows = readRows(this.#decoded(), delimiter, file);
    if (isDeclared) await rows.next();
    const header = await rows.next();
    const names = (header.done === true ? [] : header.value.values).map(
      (name, place) => name.trim() || `column ${place + 1}`,
    );
    requireDistinctColumns(names, file);
    const sample = await takeSample(rows);
    const [first] = sample;
    if (first === undefined) return;
    const sampled = sample.map(({ values }) => values);
    const { marks, withCommas } = decimalMarks(sampled, names.length, delimiter);
    const reader = placeReader(area, requirePlaceColumns(names, sampled, this.#choices.places ?? new Map()));
    const commaColumns = forListing(withCommas.map((column) => names[column] ?? ''));
    this.notes = [
      reader.note(names),
      ...(commaColumns.length === 0 ? [] : [{ code: 'decimal-commas', columns: commaColumns } as const]),
    ];
    let number = 0;
    for (const row of sample) yield featureOf(row, ++number, { names, marks, reader });
    for await (const row of rows) yield featureOf(row, ++number, { names, marks, reader });
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

/** Rows by which a table is judged, and their text: rows may have large areas. */
const [sampledRows, sampledLength] = [200, 4_000_000];

/** The first rows, which are then no longer among the others. */
async function takeSample(rows: AsyncGenerator<TableRow>): Promise<TableRow[]> {
  const sample: TableRow[] = [];
  let length = 0;
  while (sample.length < sampledRows && length < sampledLength) {
    const next = await rows.next();
    if (next.done === true) break;
    sample.push(next.value);
    for (const text of next.value.values) length += text.length;
  }
  return sample;
}

interface Table {
  readonly names: readonly string[];
  readonly marks: readonly DecimalMark[];
  readonly reader: PlaceReader;
}

function featureOf({ values, line }: TableRow, number: number, { names, marks, reader }: Table): SourceFeature {
  const plain = values.map((text, column) => plainNumber(text, marks[column] ?? '.'));
  const properties = new Map(names.map((name, column) => [name, plain[column] ?? '']));
  for (const column of reader.columns) properties.delete(names[column] ?? '');
  const row = { number, line, id: undefined, properties };
  if (values.length === names.length) return { ...row, ...reader.read(plain) };
  const fault = { code: 'columns-differ', found: values.length, expected: names.length } as const;
  return { ...row, area: 'no geometry', faults: [fault] };
}

/** A row may contain one large geometry: a million positions take about 40 MB. */
const longestRowBytes = 64 * 2 ** 20;

interface TableRow {
  readonly values: readonly string[];
  /** The line on which it ends, from 1. */
  readonly line: number;
}

/**
 * The rows of a table in CSV (RFC 4180), header first, without empty lines.
 *
 * @param file how messages name the file
 * @throws Refusal for misplaced quotation marks, and for a row longer than 64 MiB
 */
async function* readRows(text: AsyncIterable<string>, delimiter: string, file: string): AsyncGenerator<TableRow> {
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRowBytes,
  });
  // a fault of the source reaches the reader of the rows through the parser
  pipeline(Readable.from(text, { objectMode: false }), parser, () => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      yield { values: record, line: info.lines };
    }
  } catch (fault) {
    if (!(fault instanceof CsvError)) throw fault;
    const line = Number(fault.lines ?? 0);
    if (fault.code !== 'CSV_MAX_RECORD_SIZE') throw new Refusal({ code: 'not-csv', file, line });
    throw new Refusal({ code: 'csv-row-too-long', line, mostBytes: longestRowBytes });
  }
}
