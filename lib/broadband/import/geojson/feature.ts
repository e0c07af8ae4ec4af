import type { AreaBuilder, BuiltArea } from '#lib/broadband/import/areas/area-builder.ts';
import type { PropertyValue, SourceFeature, WithoutArea } from '#lib/broadband/import/source-feature.ts';
import type { GeoJsonCoordinates } from './coordinates.ts';

type Scalar = string | number | boolean | null;

const withoutArea: ReadonlySet<string> = new Set<WithoutArea>([
  ...(['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'GeometryCollection'] as const),
]);

const membersOfOthers = {
  feature: ['coordinates', 'geometries', 'features'],
  geometry: ['geometry', 'properties', 'features'],
} as const;

/** A feature, or a geometry that stands for one, while its members come in; finished when its object ends. */
export class GeoJsonFeature {
  readonly line: number;
  readonly members = new Set<string>();
  readonly properties = new Map<string, PropertyValue>();
  type: string | undefined;
  /** The projection its `crs` member names. */
  referenceName: string | undefined;
  #number: number;
  #id: string | number | undefined;
  #geometry: 'missing' | 'null' | 'present' = 'missing';
  #geometryType: string | undefined;
  #coordinates: 'missing' | 'being read' | 'present' = 'missing';
  readonly #faults: string[] = [];

  constructor(number: number, line: number) {
    this.#number = number;
    this.line = line;
  }

  /** Gives the number to what turned out to be a feature. */
  countAs(number: number): void {
    this.#number = number;
  }

  /** Says that this object is a geometry itself. */
  readAsGeometry(): void {
    this.#geometry = 'present';
    this.#geometryType = this.type;
    this.type = 'Feature';
    for (const name of membersOfOthers.geometry) if (this.members.has(name)) this.#refuseMember('geometry', name);
    this.members.clear();
  }

  beginGeometry(): void {
    if (this.#geometry !== 'missing') this.#faults.push('it has two "geometry" members');
    this.#geometry = 'present';
  }

  beginCoordinates(): void {
    if (this.#coordinates !== 'missing') this.#faults.push('its geometry has two "coordinates" members');
    this.#coordinates = 'being read';
  }

  endCoordinates(): void {
    this.#coordinates = 'present';
  }

  /** A member of the feature itself, or of what may turn out to be a geometry. */
  takeMember(name: string, value: Scalar): void {
    if (name === 'type' && typeof value === 'string') this.type = value;
    else if (name === 'id' && (typeof value === 'string' || typeof value === 'number')) this.#id = value;
    else if (name === 'geometry' && value === null) this.#geometry = 'null';
    else if (value !== null || name === 'type') this.takeWrongMember(name, JSON.stringify(value), false);
  }

  takeGeometryMember(name: string, value: Scalar): void {
    if (name === 'type' && typeof value === 'string') this.#geometryType = value;
    else this.takeWrongMember(name, JSON.stringify(value), true);
  }

  /** A member whose value is none of those it may have. Foreign members may be anything. */
  takeWrongMember(name: string, what: string, isOfGeometry: boolean): void {
    const known = isOfGeometry ? ['type', 'coordinates'] : ['type', 'id', 'geometry', 'properties', 'coordinates'];
    if (known.includes(name)) this.#faults.push(`its ${isOfGeometry ? 'geometry’s ' : ''}"${name}" is ${what}`);
  }

  /** A member's name in its geometry. */
  takeGeometryKey(name: string): void {
    if ((membersOfOthers.geometry as readonly string[]).includes(name)) this.#refuseMember('geometry', name);
  }

  /** @param expectedType what `type` must be, when that is not settled yet */
  finish(coordinates: GeoJsonCoordinates, area: AreaBuilder, expectedType: string | undefined): SourceFeature {
    if (expectedType !== undefined && this.type !== expectedType) {
      this.#faults.push(`its "type" is ${JSON.stringify(this.type) ?? 'missing'}, and must be "${expectedType}"`);
    }
    for (const name of membersOfOthers.feature) if (this.members.has(name)) this.#refuseMember('feature', name);
    return {
      number: this.#number,
      line: this.line,
      id: this.#id,
      properties: this.properties,
      area: this.#finishArea(coordinates, area),
      faults: this.#faults,
    };
  }

  #finishArea(coordinates: GeoJsonCoordinates, area: AreaBuilder): BuiltArea | WithoutArea {
    if (this.#geometry === 'missing') this.#faults.push('it has no "geometry" member');
    if (this.#geometry !== 'present') return 'no geometry';
    const type = this.#geometryType;
    if (type !== undefined && withoutArea.has(type)) return type as WithoutArea;
    if (type !== 'Polygon' && type !== 'MultiPolygon') {
      this.#faults.push(`its geometry’s "type" is ${JSON.stringify(type?.slice(0, 40)) ?? 'missing'}`);
      return 'no geometry';
    }
    if (this.#coordinates !== 'present') {
      this.#faults.push('its geometry has no list of "coordinates"');
      return 'no geometry';
    }
    const fault = coordinates.faultAs(type);
    if (fault !== undefined) this.#faults.push(`its coordinates are not those of a ${type}: ${fault}`);
    if (fault !== undefined || coordinates.isEmpty) return 'no geometry';
    return area.build();
  }

  #refuseMember(owner: 'feature' | 'geometry', name: string): void {
    const whose = owner === 'feature' ? 'it has' : 'its geometry has';
    this.#faults.push(`${whose} a "${name}" member, which a ${owner} must not have`);
  }
}
