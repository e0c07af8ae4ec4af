import type { RingSink } from '#lib/broadband/import/areas/area-builder.ts';
import type { GeometryOutcome, WithoutArea } from '#lib/broadband/import/source-feature.ts';

const withoutArea: ReadonlyMap<string, WithoutArea> = new Map([
  ['POINT', 'Point'],
  ['LINESTRING', 'LineString'],
  ['MULTIPOINT', 'MultiPoint'],
  ['MULTILINESTRING', 'MultiLineString'],
]);

/** What a geometry has if none of its members is an area. */
const collections: ReadonlyMap<string, WithoutArea> = new Map([
  ['MULTIPOLYGON', 'no geometry'],
  ['MULTISURFACE', 'no geometry'],
  ['GEOMETRYCOLLECTION', 'GeometryCollection'],
]);

const prefix = /^\s*SRID\s*=\s*(\d+)\s*;/i;
// QGIS writes PolygonZ, PostGIS and GDAL write POLYGON Z
const tag = /\s*([A-Z]+?)\s*(?:ZM|Z|M)?\s*(?=EMPTY\b|\()/iy;
// how C, Windows and Python write NaN
const unknownHeight = /[-+]?(?:nan(?:\([^)]*\))?|inf(?:inity)?|null|1\.#\w+)/iy;
const beginning =
  /^\s*(?:SRID\s*=\s*\d+\s*;\s*)?(POINT|LINESTRING|POLYGON|MULTI(POINT|LINESTRING|POLYGON|SURFACE|CURVE)|GEOMETRYCOLLECTION|CURVEPOLYGON|TIN|POLYHEDRALSURFACE|TRIANGLE)\s*(ZM|Z|M)?\s*(EMPTY|\()/i;

/** Collections in collections; no program nests them deeper. */
const deepest = 16;

/** Whether a text looks like a geometry in well-known text. */
export function isWkt(text: string): boolean {
  return beginning.test(text.slice(0, 200));
}

/** The EPSG code that PostGIS writes before a geometry, as in `SRID=2193;POLYGON(…)`. */
export function getWktReference(text: string): string | undefined {
  return prefix.exec(text.slice(0, 200))?.[1];
}

class Damaged extends Error {}

/**
 * Reads one geometry in well-known text; if it has polygons, their rings are added to the area builder. The polygons in a
 * collection are its areas; points and lines among them are skipped.
 */
export class WktReader {
  readonly #area: RingSink;
  #text = '';
  #at = 0;

  constructor(area: RingSink) {
    this.#area = area;
  }

  read(text: string): GeometryOutcome {
    this.#text = text;
    this.#at = prefix.exec(text.slice(0, 200))?.[0].length ?? 0;
    const name = this.#readTag();
    if (name === undefined) return { kind: 'wrong', fault: { code: 'geometry-not-wkt', text: shown(text) } };
    this.#area.begin();
    try {
      const outcome = this.#readGeometry(name, 0);
      if (outcome.kind !== 'wrong' && this.#next() !== '') throw new Damaged();
      return outcome;
    } catch (fault) {
      if (!(fault instanceof Damaged)) throw fault;
      const near = shown(text.slice(Math.max(0, this.#at - 20), this.#at + 20));
      return { kind: 'wrong', fault: { code: 'wkt-damaged', near } };
    }
  }

  /** The type of the geometry that begins here, in capitals; undefined where none does. */
  #readTag(): string | undefined {
    tag.lastIndex = this.#at;
    const found = tag.exec(this.#text);
    if (found === null) return undefined;
    this.#at = tag.lastIndex;
    return found[1]?.toUpperCase();
  }

  #readGeometry(name: string, depth: number): GeometryOutcome {
    if (name === 'POLYGON') return this.#readPolygon();
    const without = collections.get(name);
    if (without !== undefined) return this.#readMembers(name, without, depth);
    const why = withoutArea.get(name);
    if (why === undefined) return { kind: 'wrong', fault: { code: 'geometry-not-straight', type: name.slice(0, 40) } };
    this.#skip();
    return { kind: 'none', why };
  }

  /** Members have tags in a collection, none in a MULTIPOLYGON, and may have them in a MULTISURFACE. */
  #readMembers(name: string, without: WithoutArea, depth: number): GeometryOutcome {
    let outcome: GeometryOutcome = { kind: 'none', why: without };
    if (depth === deepest) throw new Damaged();
    if (this.#isEmpty()) return outcome;
    this.#take('(');
    do {
      const type = this.#readTag() ?? (name === 'GEOMETRYCOLLECTION' ? undefined : 'POLYGON');
      if (type === undefined) throw new Damaged();
      const member = this.#readGeometry(type, depth + 1);
      if (member.kind === 'wrong') return member;
      if (member.kind === 'areas') outcome = member;
    } while (this.#isTaken(','));
    this.#take(')');
    return outcome;
  }

  #readPolygon(): GeometryOutcome {
    if (this.#isEmpty()) return { kind: 'none', why: 'no geometry' };
    this.#readList(() => {
      this.#readList(() => this.#readPosition());
      this.#area.endRing();
    });
    this.#area.endPolygon();
    return { kind: 'areas' };
  }

  /** Passes over `EMPTY`, or everything up to the bracket that closes the next one. */
  #skip(): void {
    if (this.#isEmpty()) return;
    let open = 0;
    do {
      const mark = this.#next();
      if (mark === '') throw new Damaged();
      if (mark === '(') open++;
      if (mark === ')') open--;
      this.#at++;
    } while (open > 0);
  }

  #isEmpty(): boolean {
    this.#next();
    if (this.#text.slice(this.#at, this.#at + 5).toUpperCase() !== 'EMPTY') return false;
    this.#at += 5;
    return true;
  }

  /** `( … , … )` */
  #readList(readElement: () => void): void {
    this.#take('(');
    do readElement();
    while (this.#isTaken(','));
    this.#take(')');
  }

  /** Two to four numbers; heights and measures are ignored, also those that are `nan`. */
  #readPosition(): void {
    const x = this.#readNumber();
    const y = this.#readNumber();
    for (let more = 0; more < 2 && /[-+.\w]/.test(this.#next()); more++) this.#skipHeight();
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

  #skipHeight(): void {
    unknownHeight.lastIndex = this.#at;
    if (unknownHeight.test(this.#text)) this.#at = unknownHeight.lastIndex;
    else this.#readNumber();
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
