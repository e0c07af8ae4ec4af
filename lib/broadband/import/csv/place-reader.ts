import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import { GeoJsonReader } from '#lib/broadband/import/geojson/reader.ts';
import { parseReferenceName } from '#lib/broadband/import/projection/reference-name.ts';
import type { SourceFeature } from '#lib/broadband/import/source-feature.ts';
import { Refusal } from '#lib/refusal.ts';
import { addCircle, radiusRange } from './circle.ts';
import type { PlaceColumns } from './place-columns.ts';
import { getWktReference, WktReader } from './wkt.ts';

type Place = Pick<SourceFeature, 'area' | 'faults'>;

/** Reads the areas of a table's rows. */
export interface PlaceReader {
  /** The columns it reads, by number. */
  readonly columns: readonly number[];
  read(values: readonly string[]): Place;
  /** What the report says of it. @param names the columns of the table */
  note(names: readonly string[]): string;
}

export function placeReader(area: AreaBuilder, columns: PlaceColumns): PlaceReader {
  switch (columns.kind) {
    case 'WKT':
      return wktPlaces(area, columns.column);
    case 'GeoJSON':
      return geoJsonPlaces(area, columns.column);
    case 'circles':
      return circles(area, columns);
  }
}

function wktPlaces(area: AreaBuilder, column: number): PlaceReader {
  const reader = new WktReader(area);
  return {
    columns: [column],
    note: (names) => `Areas were read from the column ${JSON.stringify(names[column])} (WKT).`,
    read: (values) => {
      const text = values[column] ?? '';
      if (text.trim() === '') return without('no geometry');
      const code = getWktReference(text);
      if (code !== undefined && code !== '0') area.georeference.declare(parseReferenceName(`EPSG:${code}`), 'its SRID');
      const outcome = reader.read(text);
      if (outcome.kind === 'areas') return { area: area.build(), faults: [] };
      return outcome.kind === 'none' ? without(outcome.why) : { area: 'no geometry', faults: [outcome.fault] };
    },
  };
}

function geoJsonPlaces(area: AreaBuilder, column: number): PlaceReader {
  return {
    columns: [column],
    note: (names) => `Areas were read from the column ${JSON.stringify(names[column])} (GeoJSON).`,
    read: (values) => {
      const text = values[column] ?? '';
      if (text.trim() === '') return without('no geometry');
      try {
        const reader = new GeoJsonReader(area);
        const features = reader.write(Buffer.from(text));
        reader.end();
        const [feature] = features;
        if (feature !== undefined && features.length === 1) return { area: feature.area, faults: feature.faults };
        return { area: 'no geometry', faults: [`its geometry is a list of ${features.length}, and must be one`] };
      } catch (fault) {
        if (!(fault instanceof Refusal)) throw fault;
        // written for whole files
        const reason = fault.message.replace(/^The file is (not JSON: on line \d+, |JSON, but not GeoJSON: )?/, '');
        return { area: 'no geometry', faults: [`its geometry is no GeoJSON: ${reason.replace(/\.$/, '')}`] };
      }
    },
  };
}

function circles(area: AreaBuilder, { x, y, radius, unit }: PlaceColumns & { kind: 'circles' }): PlaceReader {
  return {
    columns: [x, y, radius],
    note: (names) => {
      const [first, second, reach] = [x, y, radius].map((column) => JSON.stringify(names[column]));
      return `Areas are circles around the points of ${first} and ${second}, as wide as ${reach} says in ${unit === 1 ? 'metres' : 'kilometres'}. Terrain is not considered.`;
    },
    read: (values) => {
      const [first, second, reach] = [x, y, radius].map((column) => numberIn(values[column]));
      if (first === undefined && second === undefined && reach === undefined) return without('no geometry');
      const faults: string[] = [];
      for (const [name, number, column] of [
        ['position', first, x],
        ['position', second, y],
        ['radius', reach, radius],
      ] as const) {
        if (number === undefined) faults.push(`its ${name} ${JSON.stringify(values[column] ?? '')} is no number`);
      }
      if (first === undefined || second === undefined || reach === undefined) return { area: 'no geometry', faults };
      const metres = reach * unit;
      if (metres < radiusRange.least || metres > radiusRange.most) {
        return { area: 'no geometry', faults: [`its radius of ${metres} m is outside 10 m to 100 km`] };
      }
      area.begin();
      const centre = area.placeCentre(first, second);
      if (centre !== undefined) addCircle(area, centre.longitude, centre.latitude, metres);
      return { area: area.build(), faults: [] };
    },
  };
}

function without(why: Exclude<SourceFeature['area'], object>): Place {
  return { area: why, faults: [] };
}

/** A number as tables write it; undefined for anything else, NaN and Infinity too. */
function numberIn(text: string | undefined): number | undefined {
  const plain = text?.trim() ?? '';
  return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(plain) ? Number(plain) : undefined;
}
