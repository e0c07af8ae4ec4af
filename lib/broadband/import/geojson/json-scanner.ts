import { Refusal } from '#lib/refusal.ts';
import { JsonNumberReader } from './json-number.ts';
import { type Expectation, hexadecimal, isPartOfWord, nameOfByte, nameOfExpectation } from './json-words.ts';

/** What a scanner tells, in the order it stands in the text. */
export interface JsonEvents {
  startObject(): void;
  endObject(): void;
  startArray(): void;
  endArray(): void;
  key(name: string): void;
  text(value: string): void;
  number(value: number): void;
  literal(value: boolean | null): void;
}

/** Containers within containers; GeoJSON needs eight. A stack of fixed size cannot be overrun by a hostile file. */
const deepest = 100;
/** Texts and numbers longer than this are refused: one token is held in memory at a time. */
const longestToken = 2 ** 20;

const inObject = 0;
const inArray = 1;

const literals: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads JSON (RFC 8259) from bytes as they come and tells its events, in memory that does not grow with the text.
 * Several values may follow one another, separated by white space or record separators (RFC 8142).
 */
export class JsonScanner {
  /** The line the scanner stands on, from 1. */
  line = 1;
  readonly #events: JsonEvents;
  readonly #numbers = new JsonNumberReader();
  readonly #containers = new Uint8Array(deepest);
  #depth = 0;
  #expected: Expectation = 'value';
  #rest: Buffer = Buffer.alloc(0);
  #isStarted = false;

  constructor(events: JsonEvents) {
    this.#events = events;
  }

  /** Takes the next bytes. @throws Refusal where they are not JSON */
  write(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const done = this.#scan(bytes);
    if (bytes.length - done > longestToken) this.#refuse('a text or number is longer than 1 MiB');
    this.#rest = bytes.subarray(done);
  }

  /** Says that no bytes follow. @throws Refusal when the text ends in the middle, or there was none */
  end(): void {
    const isCutText = this.#rest[0] === 0x22;
    if (this.#depth > 0 || isCutText) {
      throw new Refusal(`The file ends in the middle, on line ${this.line}: it is not whole.`);
    }
    // a number or word is known to be whole only when something follows it
    this.write(Buffer.from(' '));
    if (!this.#isStarted) throw new Refusal('The file is empty.');
  }

  /** Tells all whole tokens. @returns where one begins that goes on in the next chunk, or the end of the bytes */
  #scan(bytes: Buffer): number {
    const length = bytes.length;
    let at = 0;
    while (at < length) {
      const byte = bytes[at] as number;
      let next: number;
      switch (byte) {
        case 0x0a:
          this.line++;
          at++;
          continue;
        case 0x20:
        case 0x09:
        case 0x0d:
          at++;
          continue;
        case 0x2c: // ,
          this.#takeComma();
          next = at + 1;
          break;
        case 0x5b: // [
          this.#open(inArray);
          next = at + 1;
          break;
        case 0x5d: // ]
          this.#close(inArray);
          next = at + 1;
          break;
        case 0x7b: // {
          this.#open(inObject);
          next = at + 1;
          break;
        case 0x7d: // }
          this.#close(inObject);
          next = at + 1;
          break;
        case 0x3a: // :
          if (this.#expected !== 'colon') this.#refuseByte(byte);
          this.#expected = 'value';
          next = at + 1;
          break;
        case 0x22: // "
          next = this.#takeText(bytes, at);
          break;
        case 0x1e: // record separator
          if (this.#depth > 0) this.#refuseByte(byte);
          next = at + 1;
          break;
        default:
          if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) next = this.#takeNumber(bytes, at);
          else next = this.#takeWord(bytes, at);
      }
      if (next === -1) return at;
      at = next;
    }
    return at;
  }

  #open(container: number): void {
    this.#beginValue();
    if (this.#depth === deepest) this.#refuse(`lists and objects are nested more than ${deepest} deep`);
    this.#containers[this.#depth++] = container;
    if (container === inArray) {
      this.#expected = 'value or end';
      this.#events.startArray();
    } else {
      this.#expected = 'key or end';
      this.#events.startObject();
    }
  }

  #close(container: number): void {
    const isAllowed =
      this.#expected === 'comma or end' || this.#expected === (container === inArray ? 'value or end' : 'key or end');
    if (!isAllowed || this.#depth === 0 || this.#containers[this.#depth - 1] !== container) {
      this.#refuseByte(container === inArray ? 0x5d : 0x7d);
    }
    this.#depth--;
    this.#endValue();
    if (container === inArray) this.#events.endArray();
    else this.#events.endObject();
  }

  #takeComma(): void {
    if (this.#expected !== 'comma or end') this.#refuseByte(0x2c);
    this.#expected = this.#containers[this.#depth - 1] === inArray ? 'value' : 'key';
  }

  #takeNumber(bytes: Buffer, from: number): number {
    const end = this.#numbers.read(bytes, from);
    if (end === bytes.length) return -1;
    if (end === -1) return this.#takeWord(bytes, from);
    this.#beginValue();
    this.#endValue();
    this.#events.number(this.#numbers.value);
    return end;
  }

  #takeText(bytes: Buffer, from: number): number {
    let end = from + 1;
    let isPlain = true;
    for (; ; end++) {
      if (end >= bytes.length) return -1;
      const byte = bytes[end] as number;
      if (byte === 0x22) break;
      if (byte === 0x5c) {
        isPlain = false;
        end++;
      } else if (byte < 0x20) {
        this.#refuse(`a text holds ${nameOfByte(byte)}, which must be written as \\u${hexadecimal(byte, 4)}`);
      } else if (byte > 0x7e) {
        isPlain = false;
      }
    }
    const value = isPlain ? bytes.toString('latin1', from + 1, end) : this.#decode(bytes.subarray(from, end + 1));
    if (this.#expected === 'key' || this.#expected === 'key or end') {
      this.#expected = 'colon';
      this.#events.key(value);
    } else {
      this.#beginValue();
      this.#endValue();
      this.#events.text(value);
    }
    return end + 1;
  }

  #decode(quoted: Buffer): string {
    let text: string;
    try {
      text = utf8.decode(quoted);
    } catch {
      throw new Refusal(`Line ${this.line} is not UTF-8: save the file as UTF-8 and import it again.`);
    }
    try {
      return JSON.parse(text) as string;
    } catch {
      return this.#refuse('a text holds a backslash sequence that JSON does not know');
    }
  }

  /** true, false, null, or a word that is no JSON value. */
  #takeWord(bytes: Buffer, from: number): number {
    let end = from;
    while (end < bytes.length && isPartOfWord(bytes[end] as number)) end++;
    if (end === from) this.#refuseByte(bytes[from] as number);
    if (end === bytes.length) return -1;
    const word = bytes.toString('latin1', from, end);
    const value = literals.get(word);
    if (value === undefined) this.#refuse(`"${word.slice(0, 20)}" is no JSON value`);
    this.#beginValue();
    this.#endValue();
    this.#events.literal(value);
    return end;
  }

  #beginValue(): void {
    if (this.#expected !== 'value' && this.#expected !== 'value or end') {
      this.#refuse(`something stands where ${nameOfExpectation[this.#expected]} is expected`);
    }
    this.#isStarted = true;
  }

  #endValue(): void {
    this.#expected = this.#depth === 0 ? 'value' : 'comma or end';
  }

  #refuseByte(byte: number): never {
    this.#refuse(`${nameOfByte(byte)} stands where ${nameOfExpectation[this.#expected]} is expected`);
  }

  #refuse(reason: string): never {
    throw new Refusal(`The file is not JSON: on line ${this.line}, ${reason}.`);
  }
}
