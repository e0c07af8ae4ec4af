import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import type { PropertyValue, SourceFeature, WithoutArea } from '#lib/broadband/import/source-feature.ts';
import type { Reason } from '#lib/refusal.ts';

/** Geometries of KML that are not areas: as GeoJSON calls them, or by their names in Google's extension. */
const withoutArea: Readonly<Record<string, WithoutArea>> = {
  Point: 'Point',
  Model: 'Point',
  LineString: 'LineString',
  LinearRing: 'LineString',
  Track: 'gx:Track',
  MultiTrack: 'gx:MultiTrack',
};

/** One placemark while its elements are read. The areas in a MultiGeometry are its areas; other geometries there are skipped. */
export class Placemark {
  readonly coordinates: KmlCoordinates;
  readonly #data = new Map<string, PropertyValue>();
  readonly #elements = new Map<string, PropertyValue>();
  readonly #area: AreaBuilder;
  readonly #number: number;
  readonly #line: number;
  readonly #id: string | undefined;
  readonly #faults: Reason[] = [];
  #without: WithoutArea | undefined;
  #isInPolygon = false;
  #polygons = 0;
  #outerRings = 0;

  constructor(area: AreaBuilder, place: { number: number; line: number; id: string | undefined }) {
    this.#area = area;
    this.#number = place.number;
    this.#line = place.line;
    this.#id = place.id;
    this.coordinates = new KmlCoordinates(area);
    area.begin();
  }

  /** The value of `name` or `description`; data of that name win. */
  takeElement(name: string, text: string): void {
    this.#elements.set(name, text);
  }

  /** A value in `ExtendedData`. */
  takeData(name: string, text: string): void {
    if (this.#data.has(name)) this.#faults.push({ code: 'property-twice', property: name.slice(0, 100) });
    this.#data.set(name, text);
  }

  /** The element `name` begins. */
  open(name: string): void {
    if (name === 'Polygon') {
      this.#isInPolygon = true;
      this.#outerRings = 0;
    } else if (!this.#isInPolygon && withoutArea[name] !== undefined) {
      this.#without ??= withoutArea[name];
    } else if (name === 'outerBoundaryIs') {
      this.#outerRings++;
    } else if (name === 'innerBoundaryIs' && this.#outerRings === 0) {
      this.#faults.push({ code: 'kml-hole-first' });
    }
  }

  /** The element `name` ends. */
  close(name: string): void {
    if (name === 'coordinates') {
      this.coordinates.end();
      if (!this.#isInPolygon) return;
      if (this.coordinates.fault !== undefined) this.#faults.push(this.coordinates.fault);
      if (this.coordinates.positions > 0) this.#area.endRing();
    } else if (name === 'Polygon') {
      if (this.#outerRings > 1) this.#faults.push({ code: 'kml-outer-boundaries' });
      if (this.#outerRings === 1 && this.#faults.length === 0) {
        this.#area.endPolygon();
        this.#polygons++;
      }
      this.#isInPolygon = false;
    }
  }

  /** Whether the next coordinates are those of a polygon. */
  get wantsCoordinates(): boolean {
    return this.#isInPolygon;
  }

  finish(): SourceFeature {
    const properties = new Map([...this.#elements, ...this.#data]);
    const isArea = this.#polygons > 0 && this.#faults.length === 0;
    return {
      number: this.#number,
      line: this.#line,
      id: this.#id,
      properties,
      faults: this.#faults,
      area: isArea ? this.#area.build() : (this.#without ?? 'no geometry'),
    };
  }
}

const number = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const longestNumber = 60;

/**
 * Reads the text of a `coordinates` element, piece by piece: positions `longitude,latitude` or
 * `longitude,latitude,height`, separated by white space. White space after a comma, as some programs write it, does not
 * end a position.
 */
class KmlCoordinates {
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
