import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import { parseReferenceName } from '#lib/broadband/import/projection/reference-name.ts';
import { nested, type SourceFeature } from '#lib/broadband/import/source-feature.ts';
import { type JsonEvents, JsonScanner } from '#lib/json/json-scanner.ts';
import { Refusal } from '#lib/refusal.ts';
import { GeoJsonCollection } from './collection.ts';
import { GeoJsonCoordinates } from './coordinates.ts';
import { CutOffSigns } from './cut-off.ts';
import { GeoJsonFeature } from './feature.ts';
import { requireRootKind } from './root.ts';

/** The kind of the list or object that is being read; `other` is skipped. */
type Frame =
  | 'root'
  | 'features'
  | 'feature'
  | 'geometry'
  | 'properties'
  | 'coordinates'
  | 'geometries'
  | 'member'
  | 'crs'
  | 'crs properties'
  | 'other';

/**
 * Reads GeoJSON (RFC 7946) as its bytes arrive: a FeatureCollection, a Feature, a geometry, or several of them one after
 * the other (newline-delimited, RFC 8142). Members may be in any order. One feature is in memory at a time.
 */
export class GeoJsonReader implements JsonEvents {
  /** The collection's `name` member, which GIS programs set to the layer's name. */
  layerName: string | undefined;
  readonly #scanner = new JsonScanner(this);
  readonly #area: AreaBuilder;
  readonly #coordinates: GeoJsonCoordinates;
  readonly #collection: GeoJsonCollection;
  /** The coordinates that are being read: those of the feature, or of a member of its collection. */
  #reading: GeoJsonCoordinates;
  readonly #frames: Frame[] = [];
  #frame: Frame | undefined;
  #key = '';
  #featureCount = 0;
  /** The root object: a collection, a feature or a geometry, which is known only when it ends. */
  #root = this.#newFeature();
  #feature = this.#root;
  #rootHasFeatures = false;
  /** How many features were read before the root. */
  #featuresBefore = 0;
  #cutOff = new CutOffSigns();
  #ready: SourceFeature[] = [];

  constructor(area: AreaBuilder) {
    this.#area = area;
    this.#coordinates = new GeoJsonCoordinates(area);
    this.#reading = this.#coordinates;
    this.#collection = new GeoJsonCollection(area);
  }

  /** Reads the next bytes. @returns the features that they complete @throws Refusal if they are not GeoJSON */
  write(chunk: Buffer): SourceFeature[] {
    this.#ready = [];
    this.#scanner.write(chunk);
    return this.#ready;
  }

  /** Ends the text. @throws Refusal if it is incomplete */
  end(): void {
    this.#scanner.end();
  }

  startObject(): void {
    this.#push(this.#frameOfObject());
  }

  startArray(): void {
    const frame = this.#frame;
    if (frame === 'coordinates') {
      this.#reading.open();
      this.#push('coordinates');
      return;
    }
    if (frame === undefined) throw this.#notGeoJson('list');
    if (frame === 'root' && this.#key === 'features') {
      if (this.#rootHasFeatures) throw new Refusal({ code: 'geojson-features-twice' });
      this.#rootHasFeatures = true;
      this.#push('features');
    } else if (this.#key === 'coordinates' && (frame === 'root' || frame === 'geometry')) {
      this.#feature.beginCoordinates();
      this.#coordinates.begin();
      this.#openCoordinates(this.#coordinates);
    } else if (this.#key === 'coordinates' && frame === 'member') {
      this.#collection.beginCoordinates();
      this.#openCoordinates(this.#collection.coordinates);
    } else if (this.#key === 'geometries' && ['root', 'geometry', 'member'].includes(frame)) {
      if (frame !== 'member') this.#feature.beginGeometries();
      this.#collection.begin();
      this.#push('geometries');
    } else {
      this.#takeOther('a list');
      this.#push('other');
    }
  }

  #openCoordinates(coordinates: GeoJsonCoordinates): void {
    this.#reading = coordinates;
    coordinates.open();
    this.#push('coordinates');
  }

  endArray(): void {
    if (this.#frame === 'coordinates') {
      this.#reading.close();
      this.#pop();
      const outer = this.#frames.at(-1);
      if (outer === 'root' || outer === 'geometry') this.#feature.endCoordinates();
      return;
    }
    this.#pop();
  }

  endObject(): void {
    const frame = this.#frame;
    this.#pop();
    if (frame === 'feature') {
      this.#finish(this.#feature, true);
      this.#feature = this.#root;
    } else if (frame === 'member') {
      this.#collection.closeMember();
    } else if (frame === 'crs') {
      this.#declareReference(this.#feature.referenceName);
    } else if (frame === 'root') {
      this.#endRoot();
    }
  }

  key(name: string): void {
    this.#key = name;
    if (this.#frame === 'root' || this.#frame === 'feature') this.#feature.members.add(name);
    else if (this.#frame === 'geometry') this.#feature.takeGeometryKey(name);
  }

  number(value: number): void {
    if (this.#frame === 'coordinates') this.#reading.number(value);
    else this.#scalar(value);
  }

  text(value: string): void {
    if (this.#frame === 'coordinates') this.#reading.reject(JSON.stringify(value.slice(0, 40)));
    else this.#scalar(value);
  }

  literal(value: boolean | null): void {
    if (this.#frame === 'coordinates') this.#reading.reject(String(value));
    else this.#scalar(value);
  }

  #frameOfObject(): Frame {
    const frame = this.#frame;
    switch (frame) {
      case undefined:
        this.#root = this.#newFeature();
        this.#feature = this.#root;
        this.#rootHasFeatures = false;
        this.#featuresBefore = this.#featureCount;
        this.#cutOff = new CutOffSigns();
        return 'root';
      case 'features':
        this.#feature = this.#newFeature();
        return 'feature';
      case 'root':
      case 'feature':
      case 'geometry':
        if (this.#key === 'crs') {
          this.#feature.referenceName = undefined;
          return 'crs';
        }
        if (frame === 'geometry') break;
        if (this.#key === 'properties') return 'properties';
        if (this.#key === 'geometry') {
          this.#feature.beginGeometry();
          return 'geometry';
        }
        break;
      case 'crs':
        if (this.#key === 'properties') return 'crs properties';
        break;
      case 'geometries':
        this.#collection.openMember();
        return 'member';
      case 'coordinates':
        this.#reading.reject('an object');
        return 'other';
    }
    this.#takeOther('an object');
    return 'other';
  }

  /** A list or object whose content does not matter. */
  #takeOther(what: string): void {
    const feature = this.#feature;
    if (this.#frame === 'properties') feature.takeProperty(this.#key, nested);
    else if (this.#frame === 'features') this.#refuseElement(what);
    else if (this.#frame === 'geometries') this.#collection.reject(what);
    else if (this.#frame === 'root' || this.#frame === 'feature' || this.#frame === 'geometry') {
      feature.takeWrongMember(this.#key, what, this.#frame === 'geometry' ? 'geometry' : 'feature');
    }
  }

  #scalar(value: string | number | boolean | null): void {
    const feature = this.#feature;
    switch (this.#frame) {
      case undefined:
        throw this.#notGeoJson('value');
      case 'properties':
        feature.takeProperty(this.#key, value);
        if (feature === this.#root) this.#takeOfCollection(value);
        break;
      case 'features':
        this.#refuseElement(JSON.stringify(value).slice(0, 40));
        break;
      case 'root':
      case 'feature':
        if (this.#key === 'name' && this.#frame === 'root' && typeof value === 'string') this.layerName = value;
        this.#takeReference(value);
        if (this.#frame === 'root') this.#cutOff.take(this.#key, value);
        feature.takeMember(this.#key, value);
        break;
      case 'geometries':
        this.#collection.reject(JSON.stringify(value));
        break;
      case 'member':
        if (this.#key === 'type' && typeof value === 'string') this.#collection.takeType(value);
        break;
      case 'geometry':
        this.#takeReference(value);
        feature.takeGeometryMember(this.#key, value);
        break;
      case 'crs properties':
        // the oldest form has a code: {"type": "EPSG", "properties": {"code": 4326}}
        if (this.#key === 'name' || this.#key === 'code') feature.referenceName = String(value);
        break;
      case 'other':
        if (feature === this.#root) this.#cutOff.take(this.#key, value);
        break;
    }
  }

  #takeOfCollection(value: string | number | boolean | null): void {
    this.#cutOff.take(this.#key, value);
    this.#cutOff.takeProperty(this.#key);
  }

  /** Takes a `crs` member that is a plain name. */
  #takeReference(value: string | number | boolean | null): void {
    if (this.#key === 'crs' && value !== null) this.#declareReference(typeof value === 'string' ? value : undefined);
  }

  /** Takes the `crs` member of older GeoJSON, wherever it is. */
  #declareReference(name: string | undefined): void {
    const parsed =
      name === undefined ? ({ ok: false, reason: { code: 'reference-unnamed' } } as const) : parseReferenceName(name);
    this.#area.georeference.declare(parsed, 'crs-member');
  }

  #endRoot(): void {
    if (this.#root.type === 'FeatureCollection') {
      this.#cutOff.requireAll(this.#featureCount - this.#featuresBefore);
      if (this.#cutOff.areAllProperties) this.#root.members.delete('properties');
    }
    const kind = requireRootKind(this.#root, this.#rootHasFeatures);
    if (kind === 'FeatureCollection') return;
    this.#root.countAs(++this.#featureCount);
    if (kind === 'geometry') this.#root.readAsGeometry();
    this.#finish(this.#root, false);
  }

  #finish(feature: GeoJsonFeature, isInList: boolean): void {
    this.#ready.push(
      feature.finish({ coordinates: this.#coordinates, collection: this.#collection }, this.#area, isInList),
    );
  }

  #refuseElement(found: string): never {
    throw new Refusal({ code: 'geojson-not-a-feature', found, line: this.#scanner.line });
  }

  #notGeoJson(found: 'list' | 'value'): Refusal {
    return new Refusal({ code: 'not-geojson', line: this.#scanner.line, found });
  }

  #newFeature(): GeoJsonFeature {
    // the root is numbered only if it turns out to be a feature
    const number = this.#frame === 'features' ? ++this.#featureCount : 0;
    return new GeoJsonFeature(number, this.#scanner.line);
  }

  #push(frame: Frame): void {
    this.#frames.push(frame);
    this.#frame = frame;
  }

  #pop(): void {
    this.#frames.pop();
    this.#frame = this.#frames.at(-1);
  }
}
