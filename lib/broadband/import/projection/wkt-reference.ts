import { type ReferenceCode, references } from './reference.ts';
import { getReference, notRead, type ParsedReference } from './reference-name.ts';

/** One element of well-known text: `KEYWORD["text", 12.5, CHILD[…]]`. */
interface WktNode {
  readonly keyword: string;
  readonly values: readonly (string | number)[];
  readonly children: readonly WktNode[];
}

const longestText = 20_000;
const deepest = 20;

/**
 * The reference system that the well-known text of a `.prj` file or a GeoPackage describes, in the form of ESRI, OGC or
 * ISO. It is recognised by its EPSG code if it has one, otherwise by its parameters, never by its name.
 */
export function parseWktReference(text: string): ParsedReference {
  const whole = parseWkt(text.slice(0, longestText));
  // heights do not matter: only the first member of a compound system counts
  const root = whole !== undefined && /^COMP(OUNDCRS|D_CS)$/.test(whole.keyword) ? whole.children[0] : whole;
  if (root === undefined) return { ok: false, reason: { code: 'reference-not-described' } };
  const named = codeOf(root);
  if (named !== undefined) {
    const reference = getReference(named);
    return reference === undefined ? notRead(named) : { ok: true, reference };
  }
  const code = /^PROJ/.test(root.keyword) ? projectedCode(root) : geographicCode(root);
  if (code !== undefined) return { ok: true, reference: references[code] };
  return notRead(String(root.values[0] ?? root.keyword).slice(0, 100));
}

function codeOf({ children }: WktNode): number | undefined {
  const authority = children.find(({ keyword }) => keyword === 'AUTHORITY' || keyword === 'ID');
  if (authority === undefined || !/^EPSG$/i.test(String(authority.values[0]))) return undefined;
  const code = Number(authority.values[1]);
  return Number.isInteger(code) ? code : undefined;
}

function projectedCode(root: WktNode): ReferenceCode | undefined {
  const base = find(root, /^(GEOGCS|BASEGEOGCRS|BASEGEODCRS)$/);
  const conversion = find(root, /^CONVERSION$/) ?? root;
  const method = find(conversion, /^(PROJECTION|METHOD)$/);
  const unit = find(root, /^(UNIT|LENGTHUNIT)$/) ?? find(find(root, /^CS$/) ?? root, /^(UNIT|LENGTHUNIT)$/);
  if (base === undefined || method === undefined || (unit !== undefined && unit.values[1] !== 1)) return undefined;
  const parameters = new Map(
    conversion.children
      .filter(({ keyword }) => keyword === 'PARAMETER')
      .map(({ values }) => [folded(values[0]), Number(values[1])]),
  );
  const has = (expected: readonly (readonly [names: RegExp, value: number])[]) =>
    expected.every(([names, value]) =>
      [...parameters].some(([name, given]) => names.test(name) && Math.abs(given - value) < 1e-6),
    );
  const datum = datumOf(base);
  switch (folded(method.values[0])) {
    case 'transversemercator': {
      const isNztm = has([
        [/^falseeasting$/, 1_600_000],
        [/^falsenorthing$/, 10_000_000],
        [/^(centralmeridian|longitudeof(natural)?origin)$/, 173],
        [/^scalefactor/, 0.9996],
        [/^latitudeof(natural)?origin$/, 0],
      ]);
      return isNztm && (datum === 4167 || datum === 4326) ? 2193 : undefined;
    }
    case 'newzealandmapgrid':
      return has([
        [/^falseeasting$/, 2_510_000],
        [/^falsenorthing$/, 6_023_150],
      ])
        ? 27200
        : undefined;
    case 'mercatorauxiliarysphere':
    case 'popularvisualisationpseudomercator':
      return datum === 4326 ? 3857 : undefined;
  }
  return undefined;
}

function geographicCode(root: WktNode): ReferenceCode | undefined {
  if (!/^(GEOG|GEOD)/.test(root.keyword)) return undefined;
  const unit = find(root, /^(UNIT|ANGLEUNIT)$/);
  const isDegree = unit === undefined || Math.abs(Number(unit.values[1]) - Math.PI / 180) < 1e-10;
  return isDegree ? datumOf(root) : undefined;
}

/** The geographic reference system of a datum with the Greenwich meridian. */
function datumOf(geographic: WktNode): 4326 | 4167 | undefined {
  const meridian = find(geographic, /^PRIMEM$/);
  if (meridian !== undefined && meridian.values[1] !== 0) return undefined;
  const datum = find(geographic, /^(DATUM|ENSEMBLE)$/);
  switch (folded(datum?.values[0])) {
    case 'dwgs1984':
    case 'wgs1984':
    case 'worldgeodeticsystem1984':
    case 'worldgeodeticsystem1984ensemble':
      return 4326;
    case 'dnzgd2000':
    case 'newzealandgeodeticdatum2000':
      return 4167;
  }
  return undefined;
}

function find({ children }: WktNode, keyword: RegExp): WktNode | undefined {
  return children.find((child) => keyword.test(child.keyword));
}

function folded(name: string | number | undefined): string {
  return String(name ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

/** @returns undefined for anything but well-known text */
function parseWkt(text: string): WktNode | undefined {
  const tokens = text.match(/"(?:[^"]|"")*"|[A-Za-z_][A-Za-z0-9_]*|[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?|[[\](),]/g) ?? [];
  let at = 0;

  function node(depth: number): WktNode | undefined {
    const keyword = tokens[at++];
    if (keyword === undefined || !/^[A-Za-z_]/.test(keyword) || depth > deepest) return undefined;
    if (tokens[at] !== '[' && tokens[at] !== '(') return { keyword: keyword.toUpperCase(), values: [], children: [] };
    at++;
    const values: (string | number)[] = [];
    const children: WktNode[] = [];
    for (;;) {
      const token = tokens[at];
      if (token === undefined) return undefined;
      if (token === ']' || token === ')') break;
      if (token === ',') at++;
      else if (token.startsWith('"')) {
        values.push(token.slice(1, -1).replaceAll('""', '"'));
        at++;
      } else if (/^[-+0-9.]/.test(token)) {
        values.push(Number(token));
        at++;
      } else {
        const child = node(depth + 1);
        if (child === undefined) return undefined;
        children.push(child);
      }
    }
    at++;
    return { keyword: keyword.toUpperCase(), values, children };
  }

  return node(0);
}
