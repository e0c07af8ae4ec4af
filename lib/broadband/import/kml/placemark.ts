import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import type { PropertyValue, SourceFeature, WithoutArea } from '#lib/broadband/import/source-feature.ts';
import type { Reason } from '#lib/refusal.ts';
import { KmlCoordinates } from './coordinates.ts';

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
