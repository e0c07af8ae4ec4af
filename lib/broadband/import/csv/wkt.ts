import type { RingSink } from '#lib/broadband/import/areas/ring-sink.ts';
import type { GeometryOutcome, WithoutArea } from '#lib/broadband/import/source-feature.ts';

const withoutArea: Readonly<Record<string, WithoutArea>> = {
  POINT: 'Point',
  LINESTRING: 'LineString',
  MULTIPOINT: 'MultiPoint',
  MULTILINESTRING: 'MultiLineString',
  GEOMETRYCOLLECTION: 'GeometryCollection',
};

const head = /^\s*(?:SRID\s*=\s*(\d+)\s*;\s*)?([A-Z]+)\s*(?:ZM|Z|M)?\s*(EMPTY|\()/i;
const beginning =
  /^\s*(?:SRID\s*=\s*\d+\s*;\s*)?(POINT|LINESTRING|POLYGON|MULTI(POINT|LINESTRING|POLYGON|SURFACE|CURVE)|GEOMETRYCOLLECTION|CURVEPOLYGON|TIN|POLYHEDRALSURFACE|TRIANGLE)\s*(ZM|Z|M)?\s*(EMPTY|\()/i;

/** Whether a text looks like a geometry in well-known text. */
export function isWkt(text: string): boolean {
  return beginning.test(text.slice(0, 200));
}

/** The EPSG code that PostGIS writes before a geometry, as in `SRID=2193;POLYGON(…)`. */
export function getWktReference(text: string): string | undefined {
  return head.exec(text.slice(0, 200))?.[1];
}

class Damaged extends Error {}

/** Reads one geometry in well-known text; if it has polygons, their rings are added to the area builder. */
export class WktReader {
  readonly #area: RingSink;
  #text = '';
  #at = 0;

  constructor(area: RingSink) {
    this.#area = area;
  }

  read(text: string): GeometryOutcome {
    const [begin, , type = '', follows = ''] = head.exec(text.slice(0, 200)) ?? [];
    if (begin === undefined) return { kind: 'wrong', fault: { code: 'geometry-not-wkt', text: shown(text) } };
    const name = type.toUpperCase();
    const why = withoutArea[name];
    if (why !== undefined) return { kind: 'none', why };
    if (name !== 'POLYGON' && name !== 'MULTIPOLYGON')
      return { kind: 'wrong', fault: { code: 'geometry-not-straight', type: name.slice(0, 40) } };
    this.#area.begin();
    if (follows.toUpperCase() === 'EMPTY') return { kind: 'none', why: 'no geometry' };
    this.#text = text;
    this.#at = begin.length - 1;
    try {
      if (name === 'POLYGON') this.#readPolygon();
      else this.#readList(() => this.#readPolygon());
      if (this.#next() !== '') throw new Damaged();
      return { kind: 'areas' };
    } catch (fault) {
      if (!(fault instanceof Damaged)) throw fault;
      const near = shown(text.slice(Math.max(0, this.#at - 20), this.#at + 20));
      return { kind: 'wrong', fault: { code: 'wkt-damaged', near } };
    }
  }

  #readPolygon(): void {
    this.#readList(() => {
      this.#readList(() => this.#readPosition());
      this.#area.endRing();
    });
    this.#area.endPolygon();
  }

  /** `( … , … )` */
  #readList(readElement: () => void): void {
    this.#take('(');
    do readElement();
    while (this.#isTaken(','));
    this.#take(')');
  }

  /** Two to four numbers; heights and measures are ignored. */
  #readPosition(): void {
    const x = this.#readNumber();
    const y = this.#readNumber();
    for (let more = 0; more < 2 && /[-+.\d]/.test(this.#next()); more++) this.#readNumber();
    this.#area.addPosition(x, y);
  }

  #readNumber(): number {
    this.#next();
    const start = this.#at;
    while (isOfNumber(this.#text.charCodeAt(this.#at))) this.#at++;
    const text = this.#text.slice(start, this.#at);
    const value = Number(text);
    if (text === '' || Number.isNaN(value)) throw new Damaged();
    return value;
  }

  /** The next character that is no white space; '' at the end. */
  #next(): string {
    while (this.#text.charCodeAt(this.#at) <= 0x20) this.#at++;
    return this.#text.charAt(this.#at);
  }

  #isTaken(mark: string): boolean {
    if (this.#next() !== mark) return false;
    this.#at++;
    return true;
  }

  #take(mark: string): void {
    if (!this.#isTaken(mark)) throw new Damaged();
  }
}

function isOfNumber(code: number): boolean {
  // 0–9 + - . e E
  return (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e || (code | 0x20) === 0x65;
}

function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
