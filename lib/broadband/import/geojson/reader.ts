import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import { type ParsedReference, parseReferenceName } from '#lib/broadband/import/projection/reference-name.ts';
import { nested, type SourceFeature } from '#lib/broadband/import/source-feature.ts';
import { Refusal } from '#lib/refusal.ts';
import { GeoJsonCoordinates } from './coordinates.ts';
import { GeoJsonFeature } from './feature.ts';
import { type JsonEvents, JsonScanner } from './json-scanner.ts';
import { requireRootKind } from './root.ts';

/** What the list or object being read is. `other` is read over. */
type Frame =
  | 'root'
  | 'features'
  | 'feature'
  | 'geometry'
  | 'properties'
  | 'coordinates'
  | 'crs'
  | 'crs properties'
  | 'other';

/**
 * Reads GeoJSON (RFC 7946) as its bytes come: a FeatureCollection, a Feature, a geometry, or several of them one after
 * the other (newline-delimited, RFC 8142). Members may stand in any order. Holds one feature at a time.
 */
export class GeoJsonReader implements JsonEvents {
  /** The collection's `name` member, which GIS programs set to the layer's name. */
  layerName: string | undefined;
  readonly #scanner = new JsonScanner(this);
  readonly #area: AreaBuilder;
  readonly #coordinates: GeoJsonCoordinates;
  readonly #frames: Frame[] = [];
  #frame: Frame | undefined;
  #key = '';
  #featureCount = 0;
  /** The root object, which may turn out to be a collection, a feature or a geometry. */
  #root = this.#newFeature();
  #feature = this.#root;
  #rootHasFeatures = false;
  #ready: SourceFeature[] = [];

  constructor(area: AreaBuilder) {
    this.#area = area;
    this.#coordinates = new GeoJsonCoordinates(area);
  }

  /** Takes the next bytes. @returns the features they complete @throws Refusal where they are not GeoJSON */
  write(chunk: Buffer): SourceFeature[] {
    this.#ready = [];
    this.#scanner.write(chunk);
    return this.#ready;
  }

  /** Says that no bytes follow. @throws Refusal when the file ends in the middle */
  end(): void {
    this.#scanner.end();
  }

  startObject(): void {
    this.#push(this.#frameOfObject());
  }

  startArray(): void {
    const frame = this.#frame;
    if (frame === 'coordinates') {
      this.#coordinates.open();
      this.#push('coordinates');
      return;
    }
    if (frame === undefined) throw new Refusal('The file is JSON, but not GeoJSON: it holds a list, not an object.');
    if (frame === 'root' && this.#key === 'features') {
      if (this.#rootHasFeatures) throw new Refusal('The file has two "features" members.');
      this.#rootHasFeatures = true;
      this.#push('features');
    } else if (this.#key === 'coordinates' && (frame === 'root' || frame === 'geometry')) {
      this.#feature.beginCoordinates();
      this.#coordinates.begin();
      this.#coordinates.open();
      this.#push('coordinates');
    } else {
      this.#takeOther('a list');
      this.#push('other');
    }
  }

  endArray(): void {
    if (this.#frame === 'coordinates') {
      this.#coordinates.close();
      this.#pop();
      if (this.#frame !== 'coordinates') this.#feature.endCoordinates();
      return;
    }
    this.#pop();
  }

  endObject(): void {
    const frame = this.#frame;
    this.#pop();
    if (frame === 'feature') {
      this.#finish(this.#feature, this.#feature.type === 'Feature' ? undefined : 'Feature');
      this.#feature = this.#root;
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
    if (this.#frame === 'coordinates') this.#coordinates.number(value);
    else this.#scalar(value);
  }

  text(value: string): void {
    if (this.#frame === 'coordinates') this.#coordinates.reject(JSON.stringify(value.slice(0, 40)));
    else this.#scalar(value);
  }

  literal(value: boolean | null): void {
    if (this.#frame === 'coordinates') this.#coordinates.reject(String(value));
    else this.#scalar(value);
  }

  #frameOfObject(): Frame {
    const frame = this.#frame;
    switch (frame) {
      case undefined:
        this.#root = this.#newFeature();
        this.#feature = this.#root;
        this.#rootHasFeatures = false;
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
      case 'coordinates':
        this.#coordinates.reject('an object');
        return 'other';
    }
    this.#takeOther('an object');
    return 'other';
  }

  /** A list or object where only its being there matters. */
  #takeOther(what: string): void {
    const feature = this.#feature;
    if (this.#frame === 'properties') feature.properties.set(this.#key, nested);
    else if (this.#frame === 'features') this.#refuseElement(what);
    else if (this.#frame === 'root' || this.#frame === 'feature' || this.#frame === 'geometry') {
      feature.takeWrongMember(this.#key, what, this.#frame === 'geometry');
    }
  }

  #scalar(value: string | number | boolean | null): void {
    const feature = this.#feature;
    switch (this.#frame) {
      case undefined:
        throw new Refusal('The file is JSON, but not GeoJSON: it holds a single value, not an object.');
      case 'properties':
        feature.properties.set(this.#key, value);
        break;
      case 'features':
        this.#refuseElement(JSON.stringify(value).slice(0, 40));
        break;
      case 'root':
      case 'feature':
        if (this.#key === 'name' && this.#frame === 'root' && typeof value === 'string') this.layerName = value;
        if (this.#key === 'crs' && value !== null)
          this.#declareReference(typeof value === 'string' ? value : undefined);
        feature.takeMember(this.#key, value);
        break;
      case 'geometry':
        if (this.#key === 'crs' && value !== null)
          this.#declareReference(typeof value === 'string' ? value : undefined);
        feature.takeGeometryMember(this.#key, value);
        break;
      case 'crs properties':
        // the oldest form has a code: {"type": "EPSG", "properties": {"code": 4326}}
        if (this.#key === 'name' || this.#key === 'code') feature.referenceName = String(value);
        break;
    }
  }

  /** Takes the `crs` member that older GeoJSON may carry, wherever it stands. */
  #declareReference(name: string | undefined): void {
    const parsed: ParsedReference =
      name === undefined
        ? {
            ok: false,
            reason: 'The file has a "crs" member that names no reference system: say with --crs which it is.',
          }
        : parseReferenceName(name);
    this.#area.georeference.declare(parsed, 'the "crs" member');
  }

  #endRoot(): void {
    const kind = requireRootKind(this.#root, this.#rootHasFeatures);
    if (kind === 'FeatureCollection') return;
    this.#root.countAs(++this.#featureCount);
    if (kind === 'geometry') this.#root.readAsGeometry();
    this.#finish(this.#root, undefined);
  }

  #finish(feature: GeoJsonFeature, expectedType: string | undefined): void {
    this.#ready.push(feature.finish(this.#coordinates, this.#area, expectedType));
  }

  #refuseElement(what: string): never {
    throw new Refusal(
      `The list of features holds ${what} on line ${this.#scanner.line}: each element must be a Feature.`,
    );
  }

  #newFeature(): GeoJsonFeature {
    // the root counts as a feature only when it ends as one
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
