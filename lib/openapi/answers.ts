import { z } from 'zod';
import { statuses } from '#lib/registry/status.ts';

/** The bodies of the two APIs as zod schemas: the document is made from them, and tests check every answer against them. */

const named = z.registry<{ readonly id: string }>();
const descriptions = new Map<string, string>();
function component<Schema extends z.ZodType>(id: string, schema: Schema, description: string): Schema {
  named.add(schema, { id });
  descriptions.set(id, description);
  return schema;
}

const number = z.number();
const coordinate = z.string().regex(/^-?\d+(\.\d{1,7})?$/);
const location = component(
  'Location',
  z.tuple([coordinate, coordinate]),
  'Longitude, then latitude, as texts: of a point as the caller wrote them.',
);
const provider = component(
  'Provider',
  z.strictObject({
    name: z.string().min(1),
    wholesale_network: z
      .enum(['Yes', 'No', 'Both'])
      .describe('Whether the network is offered only as a wholesale product.'),
    url: z.string(),
    bandwidth_min_mbps: number.min(0),
    bandwidth_max_mbps: number.min(0),
    bandwidth_up_min_mbps: number.min(0),
    bandwidth_up_max_mbps: number.min(0),
    timing_id: z.int().describe('Opaque; 1 where the coverage data have none.'),
  }),
  'An offer of a provider. Speeds are megabits per second.',
);
const setId = z.int().min(1).describe('The tile layer of the technology: `/tiles/<set_id>.json`.');
const providers = z.array(provider).min(1);
const lowerCase = z.string().regex(/^\P{Lu}+$/u);

const isoTimestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+1[23]:00$/)
  .describe('ISO 8601, with the offset of Pacific/Auckland at that instant.');

const firstResult = component(
  'Result1.0',
  z.union([
    z.strictObject({ technology: z.string().min(1), availability: z.literal('Not Available'), set_id: setId }),
    z.strictObject({ technology: z.string().min(1), availability: z.literal('Available'), set_id: setId, providers }),
    z.strictObject({
      technology: z.string().min(1),
      availability: z.enum(['Planned', 'Underway']),
      completion: z.string().min(1).optional(),
      set_id: setId,
      providers,
    }),
  ]),
  'What is available with a technology, in version 1.0.',
);
const secondResult = component(
  'Result2.0',
  z.union([
    z.strictObject({ technology: lowerCase, availability: z.literal('unavailable'), set_id: setId }),
    z.strictObject({ technology: lowerCase, availability: z.literal('available'), set_id: setId, providers }),
    z.strictObject({
      technology: lowerCase,
      availability: z.literal('planned'),
      planned_date: z.string().min(1).optional(),
      set_id: setId,
      providers,
    }),
  ]),
  'What is available with a technology, in version 2.0.',
);

export const errorAnswer = component(
  'Error',
  z.strictObject({ code: z.int().min(400).max(599).describe('The HTTP status.'), error: z.string().min(1) }),
  'Every error of both APIs.',
);
export const firstAnswer = component(
  'Availability1.0',
  z.strictObject({ location, results: z.array(firstResult) }),
  'One result for every technology in use.',
);
const version = component(
  'CoverageVersion',
  z.strictObject({
    version: z.int().min(1).describe('Its number.'),
    published: isoTimestamp,
    as_of: z
      .record(lowerCase, z.iso.date())
      .describe('The earliest date of the data of each technology; those without one are absent.'),
  }),
  'The version of the coverage that an answer is of.',
);
export const secondAnswer = component(
  'Availability2.0',
  z.strictObject({ location, results: z.array(secondResult), coverage: version }),
  'One result for every technology in use, the fastest first.',
);

const addressId = z
  .string()
  .regex(/^(?:[1-9]\d{0,14}|[1-9a-z][0-9a-z]{0,8}-[0-9a-z]{7})$/)
  .describe('The id of LINZ, or one of this list.');
const address = component(
  'Address',
  z.strictObject({ id: addressId, text: z.string().min(1), location }),
  'An address.',
);
export const addressList = component(
  'Addresses',
  z.strictObject({ addresses: z.array(address).max(50) }),
  'The addresses that a text may mean, the most likely first.',
);
export const addressAnswer = component(
  'AddressAvailability',
  z.strictObject({
    id: addressId,
    text: z.string().min(1),
    location,
    results: z.array(secondResult),
    coverage: version,
  }),
  'An address, and the answer for its point.',
);
const unclear = component(
  'UnclearAddress',
  z.strictObject({ code: z.literal(400), error: z.string().min(1), candidates: z.array(address).min(1).max(10) }),
  'A text that does not clearly mean one address, and those that it may mean.',
);

export const firstLine = component('Line1.0', z.union([firstAnswer, errorAnswer]), 'A line of a bulk answer.');
export const secondLine = component(
  'Line2.0',
  z.union([secondAnswer, addressAnswer, unclear, errorAnswer]),
  'A line of a bulk answer.',
);

export const providerList = component(
  'Providers',
  z.strictObject({
    providers: z.array(
      z.strictObject({
        name: z.string().min(1),
        url: z.string(),
        wholesale_network: z.enum(['Yes', 'No', 'Both']),
        technologies: z.array(lowerCase).min(1),
        as_of: z.iso.date().optional().describe('The earliest date of its data.'),
      }),
    ),
  }),
  'The providers of the published coverage, by name.',
);

const nameEntries = Object.values(statuses).map(({ code, status }) =>
  z.strictObject({
    code: z.literal(code),
    status: z.literal(status),
    domain: z.string().describe('In ASCII; of a name that is not valid, as it was asked.'),
    original: z.string().optional().describe('The Unicode form of an IDN.'),
  }),
);
const nameEntry = component('NameEntry', z.union(nameEntries), 'The status of a name. 240 and 260 are assumed.');
export const nameList = component('Names', z.array(nameEntry).min(1), 'One entry for each name, in order.');

const explainedEntries = nameEntries.flatMap((entry) => {
  const explained = entry.extend({ reason: z.string().min(1).describe('Why the name has this status.') });
  if (entry.shape.status.value !== 'PendingRelease') return [explained];
  return [
    explained.extend({
      release_date: isoTimestamp,
      drop_date: isoTimestamp,
      can_be_restored: z.boolean().describe('Whether its registrar can still take back the cancellation.'),
    }),
  ];
});
export const explainedNameList = component(
  'ExplainedNames',
  z.array(component('ExplainedNameEntry', z.union(explainedEntries), 'The status of a name, and why.')).min(1),
  'One entry for each name, in order.',
);
const upcomingRelease = z.strictObject({
  domain: z.string().min(1),
  original: z.string().optional().describe('The Unicode form of an IDN.'),
  registered: isoTimestamp,
  cancel_date: isoTimestamp,
  release_date: isoTimestamp,
  drop_date: isoTimestamp,
});
const since = z.string().min(1).describe('What to ask changes with, as `since`.');
export const releasesPage = component(
  'Releases',
  z.strictObject({
    releases: z.array(component('UpcomingRelease', upcomingRelease, 'A name that will be released.')),
    next: z.string().min(1).optional().describe('The `cursor` of the next page; absent on the last.'),
    since,
  }),
  'A page of the names that will be released, by `drop_date`, then `domain`.',
);
const removedRelease = z.strictObject({
  change: z.literal('removed'),
  code: z.string(),
  status: z.string().describe('The status that the name has now.'),
  domain: z.string().min(1),
  original: z.string().optional().describe('The Unicode form of an IDN.'),
});
const changedRelease = upcomingRelease.extend({ change: z.enum(['added', 'changed']) });
export const releaseChangeList = component(
  'ReleaseChanges',
  z.strictObject({
    changes: z.array(
      component(
        'ReleaseChange',
        z.union([changedRelease, removedRelease]),
        'A name whose upcoming release is new, has other dates, or is gone.',
      ),
    ),
    since,
  }),
  'What has changed, by `domain`, and from where on to ask the next time.',
);

const timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\+1[23]:00$/)
  .describe('Pacific/Auckland, with the offset in force at that instant.');
const pendingName = component(
  'PendingName',
  z.strictObject({
    domain: z.string().min(1),
    registered: timestamp,
    cancel_date: timestamp,
    release_date: timestamp,
    drop_date: timestamp,
  }),
  'A name that a release job releases.',
);
export const droplist = component('Droplist', z.array(pendingName), 'Names by `drop_date`, then `domain`.');

/**
 * The schemas as JSON Schema 2020-12, by their names in the document. New members may come, so that callers are not told that
 * there are none; our own tests are stricter. A pair is a list of two, which every generator of clients knows.
 */
export function answerSchemas(): Readonly<Record<string, unknown>> {
  const { schemas } = z.toJSONSchema(named, {
    uri: (id) => `#/components/schemas/${id}`,
    reused: 'inline',
    override: ({ jsonSchema: schema }) => {
      if (schema.additionalProperties === false) delete schema.additionalProperties;
      const [item] = schema.prefixItems ?? [];
      if (item === undefined) return;
      Object.assign(schema, {
        items: item,
        minItems: schema.prefixItems?.length,
        maxItems: schema.prefixItems?.length,
      });
      delete schema.prefixItems;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [
      id,
      { description: descriptions.get(id), ...schema },
    ]),
  );
}

/** How the document refers to a schema. */
export function schemaReference(schema: z.ZodType): { readonly $ref: string } {
  const id = named.get(schema)?.id;
  if (id === undefined) throw new Error('The schema has no name in the document.');
  return { $ref: `#/components/schemas/${id}` };
}
