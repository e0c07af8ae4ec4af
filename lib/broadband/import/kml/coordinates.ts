import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import type { Reason } from '#lib/refusal.ts';

const number = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const longestNumber = 60;

/**
 * Reads the text of a `coordinates` element, piece by piece: positions `longitude,latitude` or
 * `longitude,latitude,height`, separated by white space. White space after a comma, as some programs write it, does not
 * end a position.
 */
export class KmlCoordinates {
  readonly #area: AreaBuilder;
  /** Positions since `begin`. */
  positions = 0;
  fault: Reason | undefined;
  #token = '';
  #values: number[] = [];
  #afterComma = false;

  constructor(area: AreaBuilder) {
    this.#area = area;
  }

  begin(): void {
    this.positions = 0;
    this.fault = undefined;
    this.#token = '';
    this.#values = [];
    this.#afterComma = false;
  }

  /** Reads the next piece of the text; it may begin and end within a number. */
  write(text: string): void {
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const isComma = code === 0x2c;
      if (!isComma && code > 0x20) continue;
      this.#endToken(this.#token + text.slice(start, at), isComma);
      this.#token = '';
      start = at + 1;
    }
    // anything longer is not a number, and is refused when it ends
    this.#token = (this.#token + text.slice(start)).slice(0, longestNumber);
  }

  end(): void {
    this.#endToken(this.#token, false);
    this.#endPosition();
    this.#token = '';
  }

  #endToken(token: string, isBeforeComma: boolean): void {
    if (token !== '') {
      if (!this.#afterComma) this.#endPosition();
      if (number.test(token)) this.#values.push(Number(token));
      else this.fault ??= { code: 'kml-not-coordinates', text: token.slice(0, 40) };
      this.#afterComma = false;
    }
    if (isBeforeComma) this.#afterComma = true;
  }

  #endPosition(): void {
    const [longitude, latitude] = this.#values;
    if (longitude === undefined) return;
    if (latitude === undefined) this.fault ??= { code: 'kml-single-number', number: String(longitude) };
    else this.#area.addPosition(longitude, latitude);
    this.positions++;
    this.#values.length = 0;
  }
}
