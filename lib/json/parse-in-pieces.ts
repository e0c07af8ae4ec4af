import { inPieces, type NextPiece } from '#lib/pieces.ts';
import { type JsonEvents, JsonScanner } from './json-scanner.ts';

/** How many bytes are read at once: less than a millisecond's work, whatever they are. */
const pieceBytes = 16_384;
const recordSeparator = '\u001e';

/** What `JSON.parse` makes of a text, made in pieces if it is long (B11). @throws Error if it is not JSON */
export async function parseJsonInPieces(text: string, nextPiece: NextPiece): Promise<unknown> {
  if (text.length <= pieceBytes) return JSON.parse(text);
  // the scanner also reads several values, which may be separated by it
  if (text.includes(recordSeparator)) throw new SyntaxError('A record separator is not JSON.');
  const builder = new ValueBuilder();
  const scanner = new JsonScanner(builder, text.length);
  const bytes = Buffer.from(text);
  const starts = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, piece) => piece * pieceBytes);
  await inPieces(starts, nextPiece, (from) => scanner.write(bytes.subarray(from, from + pieceBytes)));
  scanner.end();
  return builder.value;
}

type Container = unknown[] | Record<string, unknown>;

/** Builds one value. */
class ValueBuilder implements JsonEvents {
  value: unknown;
  #isBegun = false;
  readonly #open: Container[] = [];
  /** The key of the next member of each open object. */
  readonly #keys: string[] = [];

  startObject(): void {
    this.#begin({});
  }

  startArray(): void {
    this.#begin([]);
  }

  endObject(): void {
    this.#end();
  }

  endArray(): void {
    this.#end();
  }

  key(name: string): void {
    this.#keys[this.#open.length - 1] = name;
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

  #begin(container: Container): void {
    this.#add(container);
    this.#open.push(container);
  }

  #end(): void {
    this.#open.pop();
  }

  #add(value: unknown): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) {
      if (this.#isBegun) throw new SyntaxError('There is more than one value.');
      this.#isBegun = true;
      this.value = value;
    } else if (Array.isArray(parent)) parent.push(value);
    else setMember(parent, this.#keys[this.#open.length - 1] ?? '', value);
  }
}

/** Sets a member as `JSON.parse` does: `__proto__` is a name like any other. */
function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
  else object[name] = value;
}
