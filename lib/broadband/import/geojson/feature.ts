import type { AreaBuilder, BuiltArea } from '#lib/broadband/import/areas/area-builder.ts';
import type { PropertyValue, SourceFeature, WithoutArea } from '#lib/broadband/import/source-feature.ts';
import type { Reason } from '#lib/refusal.ts';
import type { GeoJsonCollection } from './collection.ts';
import { type GeoJsonCoordinates, isAreaType, withoutArea } from './coordinates.ts';

type Scalar = string | number | boolean | null;
type Owner = 'feature' | 'geometry';

/** Members that a feature or a geometry may have, whose values are checked. */
const ownMembers: Readonly<Record<Owner, readonly string[]>> = {
  feature: ['type', 'id', 'geometry', 'properties', 'coordinates'],
  geometry: ['type', 'coordinates', 'geometries'],
};

/** Members that belong to objects of another type (RFC 7946, 7.1). */
const foreignMembers: Readonly<Record<Owner, readonly string[]>> = {
  feature: ['coordinates', 'geometries', 'features'],
  geometry: ['geometry', 'properties', 'features'],
};

/** What was read of a geometry: its coordinates, or the members of a collection. */
interface ReadGeometry {
  readonly coordinates: GeoJsonCoordinates;
  readonly collection: GeoJsonCollection;
}

/** A feature, or a bare geometry, while its members are read; finished when its object ends. */
export class GeoJsonFeature {
  readonly line: number;
  readonly members = new Set<string>();
  readonly properties = new Map<string, PropertyValue>();
  type: string | undefined;
  /** The reference system that its `crs` member names. */
  referenceName: string | undefined;
  #number: number;
  #id: string | number | undefined;
  #geometry: 'missing' | 'null' | 'present' = 'missing';
  #geometryType: string | undefined;
  #coordinates: 'missing' | 'being read' | 'present' = 'missing';
  #hasGeometries = false;
  readonly #faults: Reason[] = [];

  constructor(number: number, line: number) {
    this.#number = number;
    this.line = line;
  }

  /** Numbers an object that turned out to be a feature. */
  countAs(number: number): void {
    this.#number = number;
  }

  /** Treats this object as a bare geometry. */
  readAsGeometry(): void {
    this.#geometry = 'present';
    this.#geometryType = this.type;
    this.type = 'Feature';
    this.#refuseForeign('geometry', this.members);
    this.members.clear();
  }

  beginGeometry(): void {
    if (this.#geometry !== 'missing') this.#faults.push({ code: 'member-twice', member: 'geometry', owner: 'feature' });
    this.#geometry = 'present';
  }

  beginCoordinates(): void {
    if (this.#coordinates !== 'missing')
      this.#faults.push({ code: 'member-twice', member: 'coordinates', owner: 'geometry' });
    this.#coordinates = 'being read';
  }

  endCoordinates(): void {
    this.#coordinates = 'present';
  }

  beginGeometries(): void {
    if (this.#hasGeometries) this.#faults.push({ code: 'member-twice', member: 'geometries', owner: 'geometry' });
    this.#hasGeometries = true;
  }

  /** A property of the feature. JSON keeps the last of two with one name, and so would lose the other. */
  takeProperty(name: string, value: PropertyValue): void {
    if (this.properties.has(name)) this.#faults.push({ code: 'property-twice', property: name.slice(0, 100) });
    this.properties.set(name, value);
  }

  /** A member of the feature itself, or of what may turn out to be a geometry. */
  takeMember(name: string, value: Scalar): void {
    if (name === 'type' && typeof value === 'string') this.type = value;
    else if (name === 'id' && (typeof value === 'string' || typeof value === 'number')) this.#id = value;
    else if (name === 'geometry' && value === null) this.#geometry = 'null';
    else if (value !== null || name === 'type') this.takeWrongMember(name, JSON.stringify(value), 'feature');
  }

  takeGeometryMember(name: string, value: Scalar): void {
    if (name === 'type' && typeof value === 'string') this.#geometryType = value;
    else this.takeWrongMember(name, JSON.stringify(value), 'geometry');
  }

  /** A member with a value that it must not have. Unknown members may have any value. */
  takeWrongMember(member: string, found: string, owner: Owner): void {
    if (!ownMembers[owner].includes(member)) return;
    this.#faults.push({ code: 'member-wrong', member, owner, found: found.slice(0, 60) });
  }

  /** The name of a member of its geometry. */
  takeGeometryKey(name: string): void {
    this.#refuseForeign('geometry', new Set([name]));
  }

  /** @param isInList whether it is in a list of features, where its type must be `Feature` */
  finish(read: ReadGeometry, area: AreaBuilder, isInList: boolean): SourceFeature {
    if (isInList && this.type !== 'Feature')
      this.#faults.push({ code: 'feature-type', found: this.type?.slice(0, 40) });
    this.#refuseForeign('feature', this.members);
    return {
      number: this.#number,
      line: this.line,
      id: this.#id,
      properties: this.properties,
      area: this.#finishArea(read, area),
      faults: this.#faults,
    };
  }

  #finishArea({ coordinates, collection }: ReadGeometry, area: AreaBuilder): BuiltArea | WithoutArea {
    if (this.#geometry === 'missing') this.#faults.push({ code: 'geometry-missing' });
    if (this.#geometry !== 'present') return 'no geometry';
    const type = this.#geometryType;
    if (type === 'GeometryCollection') return this.#finishCollection(collection, area);
    if (this.#hasGeometries) this.#faults.push({ code: 'member-misplaced', member: 'geometries', owner: 'geometry' });
    if (type !== undefined && withoutArea.has(type)) return type as WithoutArea;
    if (type === undefined || !isAreaType(type)) {
      this.#faults.push({ code: 'geometry-type', found: type?.slice(0, 40) });
      return 'no geometry';
    }
    if (this.#coordinates !== 'present') {
      this.#faults.push({ code: 'coordinates-missing' });
      return 'no geometry';
    }
    const problem = coordinates.problemAs(type);
    if (problem !== undefined) this.#faults.push({ code: 'coordinates-wrong', type, problem });
    if (problem !== undefined || coordinates.isEmpty) return 'no geometry';
    return area.build();
  }

  #finishCollection(collection: GeoJsonCollection, area: AreaBuilder): BuiltArea | WithoutArea {
    if (this.#coordinates !== 'missing')
      this.#faults.push({ code: 'member-misplaced', member: 'coordinates', owner: 'geometry' });
    if (!this.#hasGeometries) {
      this.#faults.push({ code: 'geometries-missing' });
      return 'no geometry';
    }
    this.#faults.push(...collection.faults);
    return collection.hasAreas ? area.build() : 'GeometryCollection';
  }

  #refuseForeign(owner: Owner, members: ReadonlySet<string>): void {
    for (const member of foreignMembers[owner])
      if (members.has(member)) this.#faults.push({ code: 'member-misplaced', member, owner });
  }
}
