import fc from 'fast-check';
import type { Parameter, RequestBody } from './document-checks.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly oneOf?: readonly Schema[];
}

/** More than any list that a test sends has. */
const mostItems = 5;
const junk = fc.oneof(
  fc.string({ maxLength: 30, unit: 'grapheme' }),
  fc.constantFrom(
    '',
    '-41.05',
    '174.05',
    '1e3',
    '-41.12345678',
    '%',
    'null',
    '../..',
    "'; --",
    '0',
    'māori',
    'a'.repeat(300),
  ),
);
/** Coordinates inside the service box and of the test data, among those that have their form. */
const degrees = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('-41.05', '-40.95', '-42', '174.05', '172', '175.0500000') },
  { weight: 1, arbitrary: fc.stringMatching(/^-?\d{1,3}(\.\d{1,7})?$/) },
);

/** A value for a parameter: at times the one that the document shows. */
export function parameterValue({ schema, example }: Pick<Parameter, 'schema' | 'example'>): fc.Arbitrary<unknown> {
  if (example === undefined) return value(schema);
  return fc.oneof({ weight: 2, arbitrary: value(schema) }, { weight: 1, arbitrary: fc.constant(example) });
}

/** A value for a schema, in four of five cases a valid one. */
function value(schema: object): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 4, arbitrary: valid(schema) }, { weight: 1, arbitrary: junk });
}

function valid(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.oneOf !== undefined) return fc.oneof(...schema.oneOf.map(valid));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.pattern?.includes('a-z') === true) return fc.stringMatching(new RegExp(schema.pattern));
  if (schema.pattern !== undefined) return degrees;
  if (schema.format === 'date') return fc.constantFrom('2026-11-20', '2026-11-21', '2026-11-22');
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000 });
  if (schema.type === 'array') return list(schema);
  if (schema.type === 'object') return object(schema);
  if (Array.isArray(schema.type)) return fc.oneof(degrees, fc.double({ min: -180, max: 180, noNaN: true }));
  return fc.oneof(fc.constantFrom('active', 'kiwi.maori.nz', '3 kowhai road', '1-0000000'), junk);
}

function list({ items = {}, minItems = 0, maxItems = mostItems }: Schema): fc.Arbitrary<unknown> {
  return fc.array(value(items), { minLength: minItems, maxLength: Math.min(maxItems, mostItems) });
}

function object({ properties = {} }: Schema): fc.Arbitrary<unknown> {
  return fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, value(schema)])), {
    requiredKeys: [],
  });
}

/** The parts of a query that give a parameter: none, one, or one for each value of a list; now and then twice. */
export function queryOf(parameter: Parameter): fc.Arbitrary<string[]> {
  const { name, required } = parameter;
  const part = (given: unknown) => `${name}=${encodeURIComponent(String(given))}`;
  const parts = parameterValue(parameter).map((given) => (Array.isArray(given) ? given.map(part) : [part(given)]));
  return fc.oneof(
    { weight: required ? 9 : 4, arbitrary: parts },
    { weight: required ? 1 : 4, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: parts.map((given) => [...given, ...given]) },
  );
}

/** A body for a request, in one of its types or in another; none for an operation without. */
export function bodyOf(described: RequestBody | undefined): fc.Arbitrary<{ type?: string; text?: string }> {
  if (described === undefined) return fc.constant({});
  const ofTypes = Object.entries(described.content).map(([type, { schema }]) =>
    value(schema).map((body) => ({ type, text: written(type, body) })),
  );
  const other = junk.map((text) => ({ type: 'text/plain', text }));
  return fc.oneof(...ofTypes, ...ofTypes, other);
}

function written(type: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (type === 'application/json') return JSON.stringify(value);
  const parts = Object.entries(value as object).flatMap(([name, given]) =>
    [given].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`),
  );
  return parts.join('&');
}
