import geodesic from 'geographiclib-geodesic';
import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import { GeoJsonReader } from '#lib/broadband/import/geojson/reader.ts';
import { parseReferenceName } from '#lib/broadband/import/projection/reference-name.ts';
import { areaOf, type SourceFeature } from '#lib/broadband/import/source-feature.ts';
import { getWkbReference, WkbReader } from '#lib/broadband/import/wkb.ts';
import { type Reason, Refusal } from '#lib/refusal.ts';
import type { ReadingNote } from '#lib/words/coverage/notes.ts';
import { getWkbBytes, type PlaceColumns } from './place-columns.ts';
import { getWktReference, WktReader } from './wkt.ts';

type Place = Pick<SourceFeature, 'area' | 'faults'>;

/** Reads the areas of the rows of a table. */
export interface PlaceReader {
  /** The numbers of the columns that it reads. */
  readonly columns: readonly number[];
  readonly read: (values: readonly string[]) => Place;
  /** What the report says about it. @param names the columns of the table */
  readonly note: (names: readonly string[]) => ReadingNote;
}

export function placeReader(area: AreaBuilder, columns: PlaceColumns): PlaceReader {
  if (columns.kind === 'circles') return circles(area, columns);
  const { kind: form, column } = columns;
  const readGeometry = form === 'GeoJSON' ? geoJsonGeometry(area) : wellKnownGeometry(area);
  return {
    columns: [column],
    note: (names) => ({ code: 'areas-in-column', column: names[column] ?? '', form }),
    read: (values) => {
      const text = values[column] ?? '';
      return text.trim() === '' ? { area: 'no geometry', faults: [] } : readGeometry(text);
    },
  };
}

/** Well-known text, or well-known binary in hexadecimal. */
function wellKnownGeometry(area: AreaBuilder): (text: string) => Place {
  const wkt = new WktReader(area);
  const wkb = new WkbReader(area);
  const declare = (code: string | number | undefined) => {
    if (code !== undefined && Number(code) > 0) area.georeference.declare(parseReferenceName(`EPSG:${code}`), 'srid');
  };
  return (text) => {
    const bytes = getWkbBytes(text);
    declare(bytes === undefined ? getWktReference(text) : getWkbReference(bytes));
    return areaOf(bytes === undefined ? wkt.read(text) : wkb.read(bytes), area);
  };
}

function geoJsonGeometry(area: AreaBuilder): (text: string) => Place {
  return (text) => {
    try {
      const reader = new GeoJsonReader(area);
      const features = reader.write(Buffer.from(text));
      reader.end();
      const [feature] = features;
      if (feature !== undefined && features.length === 1) return { area: feature.area, faults: feature.faults };
      return wrong({ code: 'geometry-not-geojson' });
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      // the reason is that of a file; of a cell only what is wrong with its JSON makes sense
      const { reason } = fault;
      return wrong({ code: 'geometry-not-geojson', problem: reason.code === 'not-json' ? reason.problem : undefined });
    }
  };
}

function circles(area: AreaBuilder, { x, y, radius, unit }: PlaceColumns & { kind: 'circles' }): PlaceReader {
  return {
    columns: [x, y, radius],
    note: (names) => {
      const [first = '', second = '', reach = ''] = [x, y, radius].map((column) => names[column]);
      const name = unit === 1 ? 'metres' : 'kilometres';
      return { code: 'circles-in-columns', first, second, radius: reach, unit: name };
    },
    read: (values) => {
      const [first, second, reach] = [x, y, radius].map((column) => numberIn(values[column]));
      if (first === undefined && second === undefined && reach === undefined)
        return { area: 'no geometry', faults: [] };
      if (first === undefined || second === undefined || reach === undefined) {
        const missing = [x, y, radius].filter((column) => numberIn(values[column]) === undefined);
        return wrong(
          ...missing.map((column): Reason => {
            const what = column === radius ? 'radius' : 'position';
            return { code: 'not-a-number', what, text: (values[column] ?? '').slice(0, 60) };
          }),
        );
      }
      const metres = reach * unit;
      if (metres < radiusRange.least || metres > radiusRange.most)
        return wrong({ code: 'radius-outside', metres, ...radiusRange });
      area.begin();
      const centre = area.placeCentre(first, second);
      if (centre !== undefined) addCircle(area, centre.longitude, centre.latitude, metres);
      return { area: area.build(), faults: [] };
    },
  };
}

function wrong(...faults: Reason[]): Place {
  return { area: 'no geometry', faults };
}

/** A number as tables write it; undefined for anything else, such as NaN and Infinity. */
function numberIn(text: string | undefined): number | undefined {
  const plain = text?.trim() ?? '';
  const value = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** Allowed radii, in metres. */
export const radiusRange = { least: 10, most: 100_000 } as const;

const mostSides = 1024;
const fewestSides = 8;
/** How far chords may be from the circle. The rest of a metre is for their edges, which are straight lines in degrees. */
const chordMetres = 0.9;

/** How many sides keep a regular polygon within a metre of its circle. @param radius in metres */
export function sidesOf(radius: number): number {
  const sides = Math.ceil(Math.PI / Math.acos(1 - Math.min(1, chordMetres / radius)));
  return Math.min(mostSides, Math.max(fewestSides, sides));
}

/**
 * Adds the polygon of a circle on the ellipsoid. Hills, trees and houses are not considered.
 *
 * @param radius in metres, within `radiusRange`
 */
export function addCircle(area: AreaBuilder, longitude: number, latitude: number, radius: number): void {
  const sides = sidesOf(radius);
  for (let side = 0; side <= sides; side++) {
    // clockwise from the north; the last position is exactly the first
    const azimuth = side === sides ? 0 : (side * 360) / sides;
    const { lat2 = 0, lon2 = 0 } = geodesic.Geodesic.WGS84.Direct(latitude, longitude, azimuth, radius);
    area.addComputed(lon2, lat2);
  }
  area.endRing();
  area.endPolygon();
}
