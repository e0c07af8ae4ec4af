// RFC 3492 section 5
const base = 36;
const minimumThreshold = 1;
const maximumThreshold = 26;
const initialBias = 72;
const initialCodePoint = 0x80;
const codePointLimit = 0x110000;
const digits = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Whether every character is ASCII, U+0000 to U+007F. */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

/**
 * Punycode of a label, without the `xn--` (RFC 3492 section 6.3). ASCII characters keep their case. Never throws: a lone
 * surrogate is encoded as the code point it is.
 *
 * The usual algorithm walks over the whole label once for every distinct character; a caller may send a label with half
 * a million of them. Here the characters are sorted once, and a Fenwick tree counts how many of those not yet written
 * are before each: O(n log n). Numbers stay below 2^21 * 2^29, exact in a double, so nothing overflows.
 */
export function encodePunycode(label: string): string {
  let basic = '';
  const places: number[] = [];
  const codePoints: number[] = [];
  let length = 0;
  for (let at = 0; at < label.length; length++) {
    const codePoint = label.codePointAt(at) ?? 0;
    at += codePoint > 0xffff ? 2 : 1;
    if (codePoint < initialCodePoint) {
      basic += String.fromCharCode(codePoint);
    } else {
      places.push(length);
      codePoints.push(codePoint);
    }
  }

  const unwritten = new FenwickTree(places.length);
  let output = basic === '' ? '' : `${basic}-`;
  let writtenCount = basic.length;
  let codePoint = initialCodePoint;
  let bias = initialBias;
  let nextRank = 0;
  for (const index of orderByCodePoint(codePoints)) {
    const nextCodePoint = codePoints[index] ?? 0;
    const rank = (places[index] ?? 0) - unwritten.countBefore(index);
    const delta = (nextCodePoint - codePoint) * (writtenCount + 1) + rank - nextRank;
    output += variableLengthInteger(delta, bias);
    bias = adaptBias(delta, writtenCount + 1, writtenCount === basic.length);
    unwritten.unmark(index);
    writtenCount++;
    codePoint = nextCodePoint;
    nextRank = rank + 1;
  }
  return output;
}

/** The indexes of the code points from the lowest to the highest, equal ones in their order. */
function orderByCodePoint(codePoints: readonly number[]): Uint32Array {
  const count = codePoints.length;
  // one number for both, because sorting numbers without a comparison function is several times as fast
  const keys = new Float64Array(count);
  for (let index = 0; index < count; index++) keys[index] = (codePoints[index] ?? 0) * count + index;
  const order = new Uint32Array(count);
  for (const [rank, key] of keys.sort().entries()) order[rank] = key - Math.floor(key / count) * count;
  return order;
}

/**
 * Decodes Punycode without the `xn--` (RFC 3492 section 6.2), in O(n log n). Gives `undefined` for text that is not
 * Punycode: a character that is not a digit, an integer that ends too early, a code point above U+10FFFF. It accepts
 * capitals and non-canonical encodings: compare with the encoder's text.
 */
export function decodePunycode(punycode: string): string | undefined {
  const delimiter = Math.max(punycode.lastIndexOf('-'), 0);
  const basic = punycode.slice(0, delimiter);
  if (!isAscii(basic)) return undefined;

  const codePoints: number[] = [];
  const ranks: number[] = [];
  let at = delimiter === 0 ? 0 : delimiter + 1;
  let codePoint = initialCodePoint;
  let bias = initialBias;
  let rank = 0;
  while (at < punycode.length) {
    const countAfter = delimiter + codePoints.length + 1;
    // every digit but the last is at least 1, so the weight cannot pass this limit unnoticed, nor the range of a double
    const rankLimit = (codePointLimit - codePoint) * countAfter;
    const rankBefore = rank;
    for (let weight = 1, position = base; ; position += base) {
      const digit = at < punycode.length ? digitOf(punycode.charCodeAt(at++)) : undefined;
      if (digit === undefined) return undefined;
      rank += digit * weight;
      if (rank >= rankLimit) return undefined;
      const threshold = thresholdAt(position, bias);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    bias = adaptBias(rank - rankBefore, countAfter, rankBefore === 0);
    codePoint += Math.floor(rank / countAfter);
    rank %= countAfter;
    codePoints.push(codePoint);
    ranks.push(rank);
    rank++;
  }
  return placeInOrder(basic, codePoints, ranks);
}

/** Undoes the insertions from last to first: each took the place that has `rank` free places before it. */
function placeInOrder(basic: string, codePoints: number[], ranks: number[]): string {
  const length = basic.length + codePoints.length;
  const free = new FenwickTree(length);
  const characters = new Array<string>(length);
  for (let index = codePoints.length - 1; index >= 0; index--) {
    const place = free.placeOfRank(ranks[index] ?? 0);
    free.unmark(place);
    characters[place] = String.fromCodePoint(codePoints[index] ?? 0);
  }
  let nextBasic = 0;
  for (let place = 0; place < length; place++) characters[place] ??= basic.charAt(nextBasic++);
  return characters.join('');
}

function variableLengthInteger(value: number, bias: number): string {
  let text = '';
  let rest = value;
  for (let position = base; ; position += base) {
    const threshold = thresholdAt(position, bias);
    if (rest < threshold) return text + digits.charAt(rest);
    const radix = base - threshold;
    text += digits.charAt(threshold + ((rest - threshold) % radix));
    rest = Math.floor((rest - threshold) / radix);
  }
}

function thresholdAt(position: number, bias: number): number {
  return Math.min(Math.max(position - bias, minimumThreshold), maximumThreshold);
}

/** RFC 3492 section 6.1, with its skew of 38 and damp of 700. */
function adaptBias(delta: number, pointCount: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / pointCount);
  let bias = 0;
  for (; rest > ((base - minimumThreshold) * maximumThreshold) / 2; bias += base) {
    rest = Math.floor(rest / (base - minimumThreshold));
  }
  return bias + Math.floor((base * rest) / (rest + 38));
}

function digitOf(charCode: number): number | undefined {
  if (charCode >= 0x61 && charCode <= 0x7a) return charCode - 0x61;
  if (charCode >= 0x41 && charCode <= 0x5a) return charCode - 0x41;
  if (charCode >= 0x30 && charCode <= 0x39) return charCode - 0x30 + 26;
  return undefined;
}

/**
 * Counts marked places in a row of `size` places, numbered from 0; all are marked at first. Each question and change
 * costs O(log size) instead of the O(size) of walking along the row.
 */
export class FenwickTree {
  // sums[n] counts the marks of the n & -n places that end with place n - 1
  readonly #sums: Int32Array;

  constructor(size: number) {
    this.#sums = new Int32Array(size + 1);
    for (let node = 1; node <= size; node++) this.#sums[node] = node & -node;
  }

  unmark(place: number): void {
    for (let node = place + 1; node < this.#sums.length; node += node & -node) {
      this.#sums[node] = (this.#sums[node] ?? 0) - 1;
    }
  }

  /** How many marked places are before this one. */
  countBefore(place: number): number {
    let count = 0;
    for (let node = place; node > 0; node -= node & -node) count += this.#sums[node] ?? 0;
    return count;
  }

  /** The marked place that has exactly `rank` marked places before it; there must be one. */
  placeOfRank(rank: number): number {
    let place = 0;
    let left = rank;
    for (let step = 2 ** (31 - Math.clz32(this.#sums.length)); step > 0; step >>= 1) {
      const sum = this.#sums[place + step];
      if (sum !== undefined && sum <= left) {
        place += step;
        left -= sum;
      }
    }
    return place;
  }
}
