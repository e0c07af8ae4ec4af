import { z } from 'zod';
import { statuses } from '#lib/registry/status.ts';

/** The bodies of answers as zod schemas: the document is made from them, and tests check every answer against them. */

const named = z.registry<{ readonly id: string }>();
const descriptions = new Map<string, string>();
function component<Schema extends z.ZodType>(id: string, schema: Schema, description: string): Schema {
  named.add(schema, { id });
  descriptions.set(id, description);
  return schema;
}

/** What the pages for developers say of a field besides its type: the unit, and when an optional field is there. */
const mbps = z.number().min(0).meta({ 'x-unit': 'Mbps' });
const technology = z.string().min(1).describe('Such as `Fibre`; the operator may add others.');
const availability = 'Whether it can be ordered.';
const coordinate = z.string().regex(/^-?\d+(\.\d{1,7})?$/);
const location = component(
  'Location',
  z.tuple([coordinate, coordinate]).meta({ 'x-unit': 'degrees' }),
  'Longitude, then latitude, in degrees (WGS 84) as texts: of a point as the caller wrote them.',
);
const wholesale = z
  .enum(['Yes', 'No', 'Both'])
  .describe('Whether the network is offered only as a wholesale product; `Both` if offers differ.');
const website = z.string().describe('The website of the provider; empty if it has none.');
const provider = component(
  'Provider',
  z.strictObject({
    name: z.string().min(1).describe('The name of the provider.'),
    wholesale_network: wholesale,
    url: website,
    bandwidth_min_mbps: mbps.describe('The lowest download speed of its offers.'),
    bandwidth_max_mbps: mbps.describe('The highest download speed of its offers.'),
    bandwidth_up_min_mbps: mbps.describe('The lowest upload speed of its offers.'),
    bandwidth_up_max_mbps: mbps.describe('The highest upload speed of its offers.'),
    timing_id: z.int().describe('Opaque; 1 where the coverage data have none.'),
  }),
  'An offer of a provider. Speeds are megabits per second.',
);
const setId = z.int().min(1).describe('The tile layer of the technology: `/tiles/<set_id>.json`.');
const providers = z.array(provider).min(1).describe('The offers, the fastest first.');
const lowerCase = z
  .string()
  .regex(/^\P{Lu}+$/u)
  .describe('In lower case, such as `fibre`; the operator may add others.');
const expected = z
  .string()
  .min(1)
  .describe('When it is expected, in the words of the provider: `December 2026`, `Late 2027`.')
  .meta({ 'x-when': 'a provider says when' })
  .optional();

const isoTimestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+1[23]:00$/)
  .meta({ 'x-unit': 'ISO 8601, with the offset of Pacific/Auckland at that instant' });

const firstResult = component(
  'Result1.0',
  z.union([
    z.strictObject({ technology, availability: z.literal('Not Available').describe(availability), set_id: setId }),
    z.strictObject({
      technology,
      availability: z.literal('Available').describe(availability),
      set_id: setId,
      providers,
    }),
    z.strictObject({
      technology,
      availability: z.enum(['Planned', 'Underway']).describe(availability),
      completion: expected,
      set_id: setId,
      providers,
    }),
  ]),
  'What is available with a technology, in version 1.0.',
);
const secondResult = component(
  'Result2.0',
  z.union([
    z.strictObject({
      technology: lowerCase,
      availability: z.literal('unavailable').describe(availability),
      set_id: setId,
    }),
    z.strictObject({
      technology: lowerCase,
      availability: z.literal('available').describe(availability),
      set_id: setId,
      providers,
    }),
    z.strictObject({
      technology: lowerCase,
      availability: z.literal('planned').describe(availability),
      planned_date: expected,
      set_id: setId,
      providers,
    }),
  ]),
  'What is available with a technology, in version 2.0.',
);

const resultsOfSecond = z.array(secondResult).describe('One for every technology in use, the fastest first.');

export const errorAnswer = component(
  'Error',
  z.strictObject({
    code: z.int().min(400).max(599).describe('The HTTP status.'),
    error: z.string().min(1).describe('A sentence for people; it may change.'),
  }),
  'Every error.',
);
export const firstAnswer = component(
  'Availability1.0',
  z.strictObject({ location, results: z.array(firstResult).describe('One for every technology in use.') }),
  'What is available at a point.',
);
const version = component(
  'CoverageVersion',
  z.strictObject({
    version: z.int().min(1).describe('Its number.'),
    published: isoTimestamp.describe('When it was published.'),
    as_of: z
      .record(lowerCase, z.iso.date())
      .describe('The earliest date of the data of each technology; those without one are absent.'),
  }),
  'The version of the coverage that an answer is of.',
);
export const secondAnswer = component(
  'Availability2.0',
  z.strictObject({ location, results: resultsOfSecond, coverage: version }),
  'What is available at a point.',
);

const addressId = z
  .string()
  .regex(/^(?:[1-9]\d{0,14}|[1-9a-z][0-9a-z]{0,8}-[0-9a-z]{7})$/)
  .describe('The id of LINZ, or one of this list.');
const addressText = z.string().min(1).describe('The address as it is written on a letter.');
const address = component('Address', z.strictObject({ id: addressId, text: addressText, location }), 'An address.');
export const addressList = component(
  'Addresses',
  z.strictObject({ addresses: z.array(address).max(50).describe('The most likely first; empty if there is none.') }),
  'The addresses that a text may mean, the most likely first.',
);
export const addressAnswer = component(
  'AddressAvailability',
  z.strictObject({ id: addressId, text: addressText, location, results: resultsOfSecond, coverage: version }),
  'An address, and the answer for its point.',
);
const unclear = component(
  'UnclearAddress',
  z.strictObject({
    code: z.literal(400).describe('The HTTP status.'),
    error: z.string().min(1).describe('A sentence for people; it may change.'),
    candidates: z.array(address).min(1).max(10).describe('The addresses that it may mean, the most likely first.'),
  }),
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
    providers: z
      .array(
        z.strictObject({
          name: z.string().min(1).describe('The name of the provider.'),
          url: website,
          wholesale_network: wholesale,
          technologies: z.array(lowerCase).min(1).describe('In lower case.'),
          as_of: z.iso
            .date()
            .describe('The earliest date of its data, such as `2026-11-20`.')
            .meta({ 'x-when': 'its deliveries have a date' })
            .optional(),
        }),
      )
      .describe('By name.'),
  }),
  'The providers of the published coverage, by name.',
);

const nameEntries = Object.values(statuses).map(({ code, status }) =>
  z.strictObject({
    code: z.literal(code).describe('The code of the status, as a text.'),
    status: z.literal(status).describe('The status in a word.'),
    domain: z.string().describe('In ASCII; of a name that is not valid, as it was asked.'),
    original: z.string().describe('The Unicode form of an IDN.').meta({ 'x-when': 'the name is an IDN' }).optional(),
  }),
);
const nameEntry = component('NameEntry', z.union(nameEntries), 'The status of a name. 240 and 260 are assumed.');
export const nameList = component('Names', z.array(nameEntry).min(1), 'One entry for each name, in order.');

const releaseDateMeans = '`cancel_date` plus 90 days, at the same time of day.';
const dropDateMeans = 'When it becomes available: the end of the window of the release job that takes it.';
const inAscii = z.string().min(1).describe('In ASCII.');
const unicodeForm = z
  .string()
  .describe('The Unicode form of an IDN.')
  .meta({ 'x-when': 'the name is an IDN' })
  .optional();
const explainedEntries = nameEntries.flatMap((entry) => {
  const explained = entry.extend({ reason: z.string().min(1).describe('Why the name has this status.') });
  if (entry.shape.status.value !== 'PendingRelease') return [explained];
  return [
    explained.extend({
      release_date: isoTimestamp.describe(releaseDateMeans),
      drop_date: isoTimestamp.describe(dropDateMeans),
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
  domain: inAscii,
  original: unicodeForm,
  registered: isoTimestamp.describe('When it was registered.'),
  cancel_date: isoTimestamp.describe('When it was cancelled.'),
  release_date: isoTimestamp.describe(releaseDateMeans),
  drop_date: isoTimestamp.describe(dropDateMeans),
});
const since = z.string().min(1).describe('What to ask changes with, as `since`.');
export const releasesPage = component(
  'Releases',
  z.strictObject({
    releases: z
      .array(component('UpcomingRelease', upcomingRelease, 'A name that will be released.'))
      .describe('The names of this page.'),
    next: z
      .string()
      .min(1)
      .describe('The `cursor` of the next page.')
      .meta({ 'x-when': 'it is not the last page' })
      .optional(),
    since,
  }),
  'A page of the names that will be released, by `drop_date`, then `domain`.',
);
const changeMeans = 'Whether the name is new in the list, has other dates, or is gone from it.';
const removedRelease = z.strictObject({
  change: z.literal('removed').describe(changeMeans),
  code: z.string().describe('The code of the status that the name has now.'),
  status: z.string().describe('The status that the name has now.'),
  domain: inAscii,
  original: unicodeForm,
});
const changedRelease = upcomingRelease.extend({ change: z.enum(['added', 'changed']).describe(changeMeans) });
export const releaseChangeList = component(
  'ReleaseChanges',
  z.strictObject({
    changes: z
      .array(
        component(
          'ReleaseChange',
          z.union([changedRelease, removedRelease]),
          'A name whose upcoming release is new, has other dates, or is gone.',
        ),
      )
      .describe('The names that differ.'),
    since,
  }),
  'What has changed, by `domain`, and from where on to ask the next time.',
);

const timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\+1[23]:00$/)
  .meta({ 'x-unit': 'Pacific/Auckland, with the offset in force at that instant' });
const pendingName = component(
  'PendingName',
  z.strictObject({
    domain: inAscii,
    registered: timestamp.describe('When it was registered.'),
    cancel_date: timestamp.describe('When it was cancelled.'),
    release_date: timestamp.describe(releaseDateMeans),
    drop_date: timestamp.describe(dropDateMeans),
  }),
  'A name that a release job releases.',
);
export const droplist = component('Droplist', z.array(pendingName), 'Names by `drop_date`, then `domain`.');

const areaFigure = z.strictObject({
  area: z.string().min(1).describe('The name of the area.'),
  technology: z.string().min(1).describe('Such as `Fibre`; `any` for all together.'),
  availability: z.enum(['Available', 'Underway', 'Planned']).describe('The best availability at each place.'),
  mbps_down_at_least: z
    .int()
    .min(0)
    .describe('Only offers that are at least this fast count.')
    .meta({ 'x-unit': 'Mbps' }),
  square_kilometres: z.number().min(0).describe('The land that is reached.').meta({ 'x-unit': 'km²' }),
  share_of_land: z.number().min(0).max(1).describe('Its share of the area.'),
  addresses: z.int().min(0).nullable().describe('The addresses that are reached; null where none are loaded.'),
  share_of_addresses: z.number().min(0).max(1).nullable().describe('Their share of the addresses of the area.'),
});
export const areaFigureList = component(
  'Figures',
  z.strictObject({
    areas: z.string().min(1).describe('What the areas are called together.'),
    coverage_version: z.int().min(1).describe('The number of the version.'),
    published_on: z.iso.date().describe('The day on which it was published, in Pacific/Auckland.'),
    coverage_of: z.array(z.string()).describe('The providers whose coverage it is.'),
    areas_of: z.string().describe('Whose the areas are; empty where nobody has said so.'),
    source: z.string().min(1).describe('The address of the figures.'),
    figures: z
      .array(component('Figure', areaFigure, 'How much of an area one technology, or any, reaches.'))
      .describe('By area, technology, availability and speed.'),
  }),
  'How much of each area of a set is reached by the published coverage.',
);

export const dataCatalogue = component(
  'Catalogue',
  z.looseObject({
    '@type': z.literal('dcat:Catalog').describe('A catalogue of DCAT 3.'),
    'dct:license': z
      .looseObject({ '@id': z.string().describe('The address of the licence.') })
      .describe('The licence.'),
    'dcat:dataset': z
      .array(
        z.looseObject({
          'dcat:version': z.string().describe('The number of the version.'),
          'dct:issued': z.looseObject({}).describe('When it was published, as a typed value.'),
          'dcat:distribution': z
            .array(
              z.looseObject({
                'dct:title': z.looseObject({}).describe('What the file has, as a text in English.'),
                'dcat:downloadURL': z
                  .looseObject({ '@id': z.string().describe('Its address.') })
                  .describe('Where it is.'),
                'dcat:mediaType': z
                  .looseObject({ '@id': z.string().describe('The page of IANA about it.') })
                  .describe('Its content type.'),
                'dcat:byteSize': z.int().min(1).describe('Its size.').meta({ 'x-unit': 'bytes' }),
                'spdx:checksum': z
                  .looseObject({ 'spdx:checksumValue': z.string().describe('In hexadecimal digits.') })
                  .describe('Its SHA-256.'),
              }),
            )
            .describe('The files.'),
        }),
      )
      .describe('The versions, the one published last first.'),
  }),
  'The files of open data, as a DCAT 3 catalogue.',
);

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
