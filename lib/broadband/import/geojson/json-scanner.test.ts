import { expect, test } from 'vitest';
import { codeAndWords, refusalOf } from '#tests/support/refusals.ts';
import { type JsonEvents, JsonScanner } from './json-scanner.ts';

/** Puts the values together again, so that they can be held against `JSON.parse`. */
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

/** @param size how many bytes come at a time */
function read(text: string | Buffer, size = Number.POSITIVE_INFINITY): unknown[] {
  const bytes = Buffer.from(text);
  const assembler = new Assembler();
  const scanner = new JsonScanner(assembler);
  for (let at = 0; at < bytes.length; at += size) scanner.write(bytes.subarray(at, at + size));
  scanner.end();
  return assembler.values;
}

const good = [
  ...['{}', '[]', '[[],{}]', '{"a":[1,2,{"b":null}],"c":true,"d":false}', ' [ 1 ,\r\n\t2 ] ', '"text"', '7', 'null'],
  ...['[0,-0,1,-1,10,0.5,-0.25,1e3,1E+3,1e-7,2.5e2,123456789012345678901234567890,0.1234567890123456789012345]'],
  ...['[174.293332,-35.579785,1.7976931348623157e308,5e-324,1e999,9007199254740993,0.30000000000000004]'],
  ...['["ā","\\u0101","\\ud83d\\ude00","😀","\\n\\"\\\\\\/","a\u007fb",""]', '{"Tūī":"é","":0}'],
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

test('values may follow one another, in lines and after record separators', () => {
  expect(read('{"a":1}\n{"a":2}\r\n\n{"a":3}', 2)).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  expect(read('\u001e{"a":1}\n\u001e{"a":2}\n', 2)).toEqual([{ a: 1 }, { a: 2 }]);
});

const bad: [text: string | Buffer, sentence: string][] = [
  ['', 'The file is empty.'],
  [' \n\n ', 'The file is empty.'],
  ['{"a":1', 'The file ends in the middle, on line 1: it is not whole.'],
  ['{"a":\n[1,\n2', 'The file ends in the middle, on line 3: it is not whole.'],
  ['{"a":"unfini', 'The file ends in the middle, on line 1: it is not whole.'],
  ['"unfinished', 'The file ends in the middle, on line 1: it is not whole.'],
  ['-', 'The file is not JSON: on line 1, "-" is no JSON value.'],
  ['tru', 'The file is not JSON: on line 1, "tru" is no JSON value.'],
  ['[1,]', 'The file is not JSON: on line 1, "]" stands where a value is expected.'],
  ['[,1]', 'The file is not JSON: on line 1, "," stands where a value or the end of a list is expected.'],
  [
    '[1 2]',
    'The file is not JSON: on line 1, something stands where a comma or the end of a list or object is expected.',
  ],
  ['{"a" 1}', 'The file is not JSON: on line 1, something stands where a colon is expected.'],
  ['{"a":1,}', 'The file is not JSON: on line 1, "}" stands where a member’s name is expected.'],
  [
    '{1:2}',
    'The file is not JSON: on line 1, something stands where a member’s name or the end of an object is expected.',
  ],
  ['{"a":1]', 'The file is not JSON: on line 1, "]" stands where a comma or the end of a list or object is expected.'],
  ['{"a"}', 'The file is not JSON: on line 1, "}" stands where a colon is expected.'],
  ['[1]]', 'The file is not JSON: on line 1, "]" stands where a value is expected.'],
  ['{},{}', 'The file is not JSON: on line 1, "," stands where a value is expected.'],
  ['\n\n[NaN]', 'The file is not JSON: on line 3, "NaN" is no JSON value.'],
  ['[Infinity]', 'The file is not JSON: on line 1, "Infinity" is no JSON value.'],
  ['[-Infinity]', 'The file is not JSON: on line 1, "-Infinity" is no JSON value.'],
  ['[01]', 'The file is not JSON: on line 1, "01" is no JSON value.'],
  ['[1.]', 'The file is not JSON: on line 1, "1." is no JSON value.'],
  ['[.5]', 'The file is not JSON: on line 1, ".5" is no JSON value.'],
  ['[+1]', 'The file is not JSON: on line 1, "+1" is no JSON value.'],
  ['[1e]', 'The file is not JSON: on line 1, "1e" is no JSON value.'],
  ["['a']", 'The file is not JSON: on line 1, "\'" stands where a value or the end of a list is expected.'],
  ['[True]', 'The file is not JSON: on line 1, "True" is no JSON value.'],
  ['// note\n[]', 'The file is not JSON: on line 1, "/" stands where a value is expected.'],
  ['["a\nb"]', 'The file is not JSON: on line 1, a text holds byte 0x0a, which must be written as \\u000a.'],
  ['["\\x"]', 'The file is not JSON: on line 1, a text holds a backslash sequence that JSON does not know.'],
  [Buffer.from('["caf\xe9"]', 'latin1'), 'Line 1 is not UTF-8: save the file as UTF-8 and import it again.'],
  [
    Buffer.from('[\xe9]', 'latin1'),
    'The file is not JSON: on line 1, byte 0xe9 stands where a value or the end of a list is expected.',
  ],
  ['[\u001e1]', 'The file is not JSON: on line 1, byte 0x1e stands where a value or the end of a list is expected.'],
  ['['.repeat(10_000), 'The file is not JSON: on line 1, lists and objects are nested more than 100 deep.'],
  ['{"a":'.repeat(10_000), 'The file is not JSON: on line 1, lists and objects are nested more than 100 deep.'],
  [`["${'x'.repeat(2 ** 21)}`, 'The file is not JSON: on line 1, a text or number is longer than 1 MiB.'],
];

test.each(bad.map(([text, sentence]) => ({ text, sentence })))(
  'what is not JSON is refused, wherever the chunks are cut: $sentence',
  ({ text, sentence }) => {
    for (const size of [1, 2, 7, 65_536]) {
      if (text.length > 100_000 && size < 1000) continue;
      expect(codeAndWords(refusalOf(() => read(text, size)).reason)).toEqual(['?', sentence]);
    }
  },
);
