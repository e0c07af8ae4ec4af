import { Refusal } from '#lib/refusal.ts';
import type { JsonProblem } from '#lib/words/coverage/content.ts';
import { type Expectation, isPartOfWord, nameOfByte } from './json-grammar.ts';

/** Powers of ten that float64 represents exactly. */
const powersOfTen = Float64Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;

/** Reads JSON numbers straight from bytes; ten times as fast as cutting out a text first. */
class JsonNumberReader {
  /** The last number: the float64 nearest to what is written, as `JSON.parse` gives it. */
  value = 0;

  /**
   * @param from where the number begins
   * @returns the offset after it, `bytes.length` also if it may continue in the next chunk; -1 if it is not a JSON number
   */
  read(bytes: Buffer, from: number): number {
    const length = bytes.length;
    let at = from;
    if (bytes[at] === minus) at++;
    const firstDigit = at;
    let mantissa = 0;
    for (; at < length; at++) {
      const byte = bytes[at] as number;
      if (byte < zero || byte > nine) break;
      mantissa = mantissa * 10 + (byte - zero);
    }
    // no digit, or a leading zero before another digit
    if (at === firstDigit || (bytes[firstDigit] === zero && at > firstDigit + 1)) return -1;
    let decimals = 0;
    if (at < length && bytes[at] === point) {
      const firstDecimal = ++at;
      for (; at < length; at++) {
        const byte = bytes[at] as number;
        if (byte < zero || byte > nine) break;
        mantissa = mantissa * 10 + (byte - zero);
      }
      decimals = at - firstDecimal;
      if (decimals === 0) return -1;
    }
    if (at < length && ((bytes[at] as number) | 0x20) === 0x65) return this.#readWithExponent(bytes, from, at + 1);
    // below these limits both operands are exact, so their quotient is the nearest float64
    if (mantissa <= Number.MAX_SAFE_INTEGER && decimals < powersOfTen.length) {
      const size = mantissa / (powersOfTen[decimals] as number);
      this.value = bytes[from] === minus ? -size : size;
    } else {
      this.value = Number(bytes.toString('latin1', from, at));
    }
    return at;
  }

  #readWithExponent(bytes: Buffer, from: number, exponentAt: number): number {
    let at = exponentAt;
    if (bytes[at] === minus || bytes[at] === 0x2b) at++;
    const firstDigit = at;
    while (at < bytes.length && (bytes[at] as number) >= zero && (bytes[at] as number) <= nine) at++;
    if (at === firstDigit) return -1;
    this.value = Number(bytes.toString('latin1', from, at));
    return at;
  }
}

/** What a scanner finds, in the order of the text. */
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

/** The most nested containers; GeoJSON needs eight. A hostile file cannot overrun a stack of fixed size. */
const usualDepth = 100;
/** The longest text or number, in bytes: one token is in memory at a time. */
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
 * Reads JSON (RFC 8259) from bytes as they arrive and calls `events`, in memory that does not grow with the text.
 * Several values may follow one another, separated by white space or record separators (RFC 8142).
 */
export class JsonScanner {
  /** The current line, from 1. */
  line = 1;
  readonly #events: JsonEvents;
  readonly #numbers = new JsonNumberReader();
  readonly #containers: Uint8Array;
  #depth = 0;
  #expected: Expectation = 'value';
  #rest: Buffer = Buffer.alloc(0);
  #isStarted = false;

  /** @param deepest the most nested containers */
  constructor(events: JsonEvents, deepest = usualDepth) {
    this.#events = events;
    this.#containers = new Uint8Array(deepest);
  }

  /** Takes the next bytes. @throws Refusal where they are not JSON */
  write(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const done = this.#scan(bytes);
    if (bytes.length - done > longestToken) this.#refuse({ kind: 'too-long', mostBytes: longestToken });
    this.#rest = bytes.subarray(done);
  }

  /** Ends the text. @throws Refusal if it is incomplete or empty */
  end(): void {
    const isCutText = this.#rest[0] === 0x22;
    if (this.#depth > 0 || isCutText) throw new Refusal({ code: 'file-cut-short', line: this.line });
    // a number or word is complete only when something follows it
    this.write(Buffer.from(' '));
    if (!this.#isStarted) throw new Refusal({ code: 'file-empty' });
  }

  /** Reads all complete tokens. @returns where an incomplete one begins, or the end of the bytes */
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
    const deepest = this.#containers.length;
    if (this.#depth === deepest) this.#refuse({ kind: 'too-deep', most: deepest });
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
        this.#refuse({ kind: 'control-character', byte });
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
      return this.#refuse({ kind: 'not-utf-8' });
    }
    try {
      return JSON.parse(text) as string;
    } catch {
      return this.#refuse({ kind: 'escape' });
    }
  }

  /** true, false, null, or a word that is not a JSON value. */
  #takeWord(bytes: Buffer, from: number): number {
    let end = from;
    while (end < bytes.length && isPartOfWord(bytes[end] as number)) end++;
    if (end === from) this.#refuseByte(bytes[from] as number);
    if (end === bytes.length) return -1;
    const word = bytes.toString('latin1', from, end);
    const value = literals.get(word);
    if (value === undefined) this.#refuse({ kind: 'not-a-value', word: word.slice(0, 20) });
    this.#beginValue();
    this.#endValue();
    this.#events.literal(value);
    return end;
  }

  #beginValue(): void {
    if (this.#expected !== 'value' && this.#expected !== 'value or end')
      this.#refuse({ kind: 'unexpected', found: 'a value', expected: this.#expected });
    this.#isStarted = true;
  }

  #endValue(): void {
    this.#expected = this.#depth === 0 ? 'value' : 'comma or end';
  }

  #refuseByte(byte: number): never {
    this.#refuse({ kind: 'unexpected', found: nameOfByte(byte), expected: this.#expected });
  }

  #refuse(problem: JsonProblem): never {
    throw new Refusal({ code: 'not-json', line: this.line, problem });
  }
}
