import { expect, test } from 'vitest';
import { codeAndWords, refusalOf } from '#tests/support/refusals.ts';
import { type JsonEvents, JsonScanner } from './json-scanner.ts';

/** Assembles the values again, for comparison with `JSON.parse`. */
class Assembler implements JsonEvents {
  readonly values: unknown[] = [];
  readonly #open: { value: unknown[] | Record<string, unknown>; key: string }[] = [];

  startObject(): void {
    this.#open.push({ value: {}, key: '' });
  }
  startArray(): void {
    this.#open.push({ value: [], key: '' });
  }
  endObject(): void {
    this.#add(this.#open.pop()?.value);
  }
  endArray(): void {
    this.#add(this.#open.pop()?.value);
  }
  key(name: string): void {
    const container = this.#open.at(-1);
    if (container !== undefined) container.key = name;
  }
  text(value: string): void {
    this.#add(value);
  }
  number(value: number): void {
    this.#add(value);
  }
  literal(value: boolean | null): void {
    this.#add(value);
  }

  #add(value: unknown): void {
    const container = this.#open.at(-1);
    if (container === undefined) this.values.push(value);
    else if (Array.isArray(container.value)) container.value.push(value);
    else container.value[container.key] = value;
  }
}

/** @param size bytes per chunk */
function read(text: string | Buffer, size = Number.POSITIVE_INFINITY): unknown[] {
  const bytes = Buffer.from(text);
  const assembler = new Assembler();
  const scanner = new JsonScanner(assembler);
  for (let at = 0; at < bytes.length; at += size) scanner.write(bytes.subarray(at, at + size));
  scanner.end();
  return assembler.values;
}

const good = [
  '{}',
  '[]',
  '[[],{}]',
  '{"a":[1,2,{"b":null}],"c":true,"d":false}',
  ' [ 1 ,\r\n\t2 ] ',
  '"text"',
  '7',
  'null',
  '[0,-0,1,-1,10,0.5,-0.25,1e3,1E+3,1e-7,2.5e2,123456789012345678901234567890,0.1234567890123456789012345]',
  '[174.293332,-35.579785,1.7976931348623157e308,5e-324,1e999,9007199254740993,0.30000000000000004]',
  '["ā","\\u0101","\\ud83d\\ude00","😀","\\n\\"\\\\\\/","a\u007fb",""]',
  '{"Tūī":"é","":0}',
];

test.each(good)('%s is read as JSON.parse reads it, wherever the chunks are cut', (text) => {
  const expected = JSON.parse(text);
  for (const size of [1, 2, 3, 5, 1000]) {
    const [value] = read(text, size);
    expect(value).toEqual(expected);
  }
});

test('numbers are the nearest float64, as JSON.parse reads them', () => {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const numbers = Array.from({ length: 5000 }, () => (random() * 400 - 200).toFixed(Math.floor(random() * 21)));
  expect(read(`[${numbers.join(',')}]`)).toEqual([JSON.parse(`[${numbers.join(',')}]`)]);
});

test('several values may follow one another, in lines or after record separators', () => {
  expect(read('{"a":1}\n{"a":2}\r\n\n{"a":3}', 2)).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  expect(read('\u001e{"a":1}\n\u001e{"a":2}\n', 2)).toEqual([{ a: 1 }, { a: 2 }]);
});

const bad: [text: string | Buffer, code: string, sentence: string][] = [
  ['', 'file-empty', 'The file is empty.'],
  [' \n\n ', 'file-empty', 'The file is empty.'],
  ['{"a":1', 'file-cut-short', 'The file is incomplete: it ends too early, on line 1.'],
  ['{"a":\n[1,\n2', 'file-cut-short', 'The file is incomplete: it ends too early, on line 3.'],
  ['{"a":"unfini', 'file-cut-short', 'The file is incomplete: it ends too early, on line 1.'],
  ['"unfinished', 'file-cut-short', 'The file is incomplete: it ends too early, on line 1.'],
  ['-', 'not-json', 'The file is not valid JSON: on line 1, "-" is not a JSON value.'],
  ['tru', 'not-json', 'The file is not valid JSON: on line 1, "tru" is not a JSON value.'],
  ['[1,]', 'not-json', 'The file is not valid JSON: on line 1, "]" is where a value is expected.'],
  ['[,1]', 'not-json', 'The file is not valid JSON: on line 1, "," is where a value or the end of a list is expected.'],
  [
    '[1 2]',
    'not-json',
    'The file is not valid JSON: on line 1, a value is where a comma or the end of a list or object is expected.',
  ],
  ['{"a" 1}', 'not-json', 'The file is not valid JSON: on line 1, a value is where a colon is expected.'],
  ['{"a":1,}', 'not-json', 'The file is not valid JSON: on line 1, "}" is where a member name is expected.'],
  [
    '{1:2}',
    'not-json',
    'The file is not valid JSON: on line 1, a value is where a member name or the end of an object is expected.',
  ],
  [
    '{"a":1]',
    'not-json',
    'The file is not valid JSON: on line 1, "]" is where a comma or the end of a list or object is expected.',
  ],
  ['{"a"}', 'not-json', 'The file is not valid JSON: on line 1, "}" is where a colon is expected.'],
  ['[1]]', 'not-json', 'The file is not valid JSON: on line 1, "]" is where a value is expected.'],
  ['{},{}', 'not-json', 'The file is not valid JSON: on line 1, "," is where a value is expected.'],
  ['\n\n[NaN]', 'not-json', 'The file is not valid JSON: on line 3, "NaN" is not a JSON value.'],
  ['[Infinity]', 'not-json', 'The file is not valid JSON: on line 1, "Infinity" is not a JSON value.'],
  ['[-Infinity]', 'not-json', 'The file is not valid JSON: on line 1, "-Infinity" is not a JSON value.'],
  ['[01]', 'not-json', 'The file is not valid JSON: on line 1, "01" is not a JSON value.'],
  ['[1.]', 'not-json', 'The file is not valid JSON: on line 1, "1." is not a JSON value.'],
  ['[.5]', 'not-json', 'The file is not valid JSON: on line 1, ".5" is not a JSON value.'],
  ['[+1]', 'not-json', 'The file is not valid JSON: on line 1, "+1" is not a JSON value.'],
  ['[1e]', 'not-json', 'The file is not valid JSON: on line 1, "1e" is not a JSON value.'],
  [
    "['a']",
    'not-json',
    'The file is not valid JSON: on line 1, "\'" is where a value or the end of a list is expected.',
  ],
  ['[True]', 'not-json', 'The file is not valid JSON: on line 1, "True" is not a JSON value.'],
  ['// note\n[]', 'not-json', 'The file is not valid JSON: on line 1, "/" is where a value is expected.'],
  [
    '["a\nb"]',
    'not-json',
    'The file is not valid JSON: on line 1, a text contains the control character 0x0a, which must be written as \\u000a.',
  ],
  [
    '["\\x"]',
    'not-json',
    'The file is not valid JSON: on line 1, a text contains an escape sequence that JSON does not have.',
  ],
  [Buffer.from('["caf\xe9"]', 'latin1'), 'not-json', 'Line 1 is not UTF-8: save the file as UTF-8.'],
  [
    Buffer.from('[\xe9]', 'latin1'),
    'not-json',
    'The file is not valid JSON: on line 1, byte 0xe9 is where a value or the end of a list is expected.',
  ],
  [
    '[\u001e1]',
    'not-json',
    'The file is not valid JSON: on line 1, byte 0x1e is where a value or the end of a list is expected.',
  ],
  [
    '['.repeat(10_000),
    'not-json',
    'The file is not valid JSON: on line 1, lists and objects are nested more than 100 deep.',
  ],
  [
    '{"a":'.repeat(10_000),
    'not-json',
    'The file is not valid JSON: on line 1, lists and objects are nested more than 100 deep.',
  ],
  [
    `["${'x'.repeat(2 ** 21)}`,
    'not-json',
    'The file is not valid JSON: on line 1, a text or number is longer than 1 MiB.',
  ],
];

test.each(bad.map(([text, code, sentence]) => ({ text, code, sentence })))(
  'invalid JSON is refused, wherever the chunks are cut: $sentence',
  ({ text, code, sentence }) => {
    for (const size of [1, 2, 7, 65_536]) {
      if (text.length > 100_000 && size < 1000) continue;
      expect(codeAndWords(refusalOf(() => read(text, size)).reason)).toEqual([code, sentence]);
    }
  },
);
