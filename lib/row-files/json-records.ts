import type { FaultList } from '#lib/refusal.ts';
import { quoted } from './quoted.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { wholeLines } from './whole-lines.ts';

/** One line of an NDJSON file: its number, and the fields asked for. */
export interface JsonRecord<Field extends string> {
  readonly line: number;
  readonly values: Readonly<Record<Field, string>>;
}

/** The fields each object must have, and those it may lack or have as null (then ''). All are texts. */
export interface JsonFields<Field extends string> {
  readonly required: readonly Field[];
  readonly optional: readonly Field[];
}

/**
 * Reads newline-delimited JSON as a stream: one object a line, UTF-8, with or without a byte order mark; empty lines are
 * skipped, blanks around values dropped. Fields it does not know are refused, for a misspelt one would be read as empty.
 *
 * @param text unpacked already
 * @param faults gets every line that is no such object, and what ends the reading early, by line number
 */
export async function* jsonRecords<Field extends string>(
  text: AsyncIterable<Uint8Array>,
  fields: JsonFields<Field>,
  faults: FaultList,
): AsyncGenerator<JsonRecord<Field>> {
  const read = recordReader(fields);
  let line = 0;
  try {
    for await (const piece of wholeLines(text)) {
      const lines = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('utf8').split('\n');
      if (lines.at(-1) === '') lines.pop();
      for (const given of lines) {
        line++;
        const written = given.charCodeAt(0) === 0xfeff ? given.slice(1).trim() : given.trim();
        if (written === '') continue;
        const values = read(written);
        if (typeof values === 'string') faults.add({ line }, values);
        else yield { line, values };
      }
    }
  } catch (fault) {
    if (!(fault instanceof UnreadableFile)) throw fault;
    faults.add(fault.where, fault.message);
  }
}

/** Gives a function that reads one line: the fields, or what is wrong with it. */
function recordReader<Field extends string>({ required, optional }: JsonFields<Field>) {
  const known: readonly string[] = [...required, ...optional];
  return (line: string): Record<Field, string> | string => {
    const object = parseObject(line);
    if (object === undefined) return 'is not a JSON object on one line';
    const foreign = Object.keys(object).find((name) => !known.includes(name));
    if (foreign !== undefined) return `the field ${quoted(foreign)} is not one of ${known.join(', ')}`;
    const values = {} as Record<Field, string>;
    for (const name of required) {
      const value = object[name];
      if (value === undefined) return `the field ${name} is missing`;
      if (typeof value !== 'string') return `${name} must be a text in quotation marks`;
      values[name] = value.trim();
    }
    for (const name of optional) {
      const value = object[name] ?? '';
      if (typeof value !== 'string') return `${name} must be a text in quotation marks, or null`;
      values[name] = value.trim();
    }
    // JSON.parse keeps the last of two fields of one name; a name and a date hold no quotation mark of their own
    const expected = Object.values(object).reduce<number>((marks, value) => marks + (value === null ? 2 : 4), 0);
    return countMarks(line) > expected ? 'names a field twice, or holds a quotation mark inside a value' : values;
  };
}

function parseObject(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function countMarks(line: string): number {
  let marks = 0;
  for (let at = line.indexOf('"'); at !== -1; at = line.indexOf('"', at + 1)) marks++;
  return marks;
}
