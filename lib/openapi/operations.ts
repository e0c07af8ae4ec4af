import type { z } from 'zod';
import type { publicPaths } from '#lib/http/public-paths.ts';
import {
  addressAnswer,
  addressList,
  areaFigureList,
  dataCatalogue,
  droplist,
  explainedNameList,
  firstAnswer,
  firstLine,
  nameList,
  providerList,
  releaseChangeList,
  releasesPage,
  secondAnswer,
  secondLine,
} from './answers.ts';
import written from './examples.json' with { type: 'json' };
import * as parameters from './parameters.ts';

/** What the document says about a path in addition to the table of public paths. */
export interface OperationDescription {
  /** In camel case; of the method HEAD it has the ending `Head`, of OPTIONS `Options`. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly parameters.ParameterDescription[];
  /** The body of a 200 by content type; undefined for a text. */
  readonly answers: Readonly<Record<string, z.ZodType | undefined>>;
  /** The schema of each line of a newline-delimited answer. */
  readonly line?: z.ZodType;
  /** The schemas of a POST's body by content type. */
  readonly bodies?: Readonly<Record<string, object>>;
  /** Whether a GET may be conditional: 304, `ETag`, `Last-Modified`. */
  readonly isConditional?: boolean;
  /** Whether it is a file that is sent by ranges: 206, 304, 416, `ETag`. */
  readonly isFile?: boolean;
  /** Whether browsers save it under a name: `Content-Disposition`. */
  readonly isSaved?: boolean;
  /** Whether it may not find what was asked: 404. */
  readonly mayBeMissing?: boolean;
  /** Whether it says in a header where to go on. */
  readonly hasCursors?: boolean;
  /** Whether a cursor may be one that is no longer known: 410. */
  readonly mayBeGone?: boolean;
}

/** The paths of files that need no key. */
export const openPaths = ['figuresJson', 'figuresCsv', 'dataCatalogue', 'dataFile'] as const;

/** The paths that the document describes: those of the two APIs, and of files without a key. */
export type DescribedPath =
  | (typeof openPaths)[number]
  | {
      [Name in keyof typeof publicPaths]: (typeof publicPaths)[Name] extends { readonly api: string } ? Name : never;
    }[keyof typeof publicPaths];

const json = 'application/json';
const ndjson = 'application/x-ndjson';
const jsonLd = 'application/ld+json';
const csv = { type: 'string', description: 'CSV.' };
const point = {
  type: 'array',
  minItems: 2,
  maxItems: 2,
  items: { type: ['string', 'number'] },
  description: 'Latitude, then longitude.',
};
const listOf = (items: object) => ({ type: 'array', items, minItems: 1, maxItems: 10_000 });
const objectOf = (name: string, list: object) => ({
  type: 'object',
  properties: { [name]: list },
  required: [name],
});

const bodiesOfNames = {
  'application/x-www-form-urlencoded': {
    type: 'object',
    properties: { string: { type: 'string' }, 'domains[]': { type: 'array', items: { type: 'string' } } },
  },
  [json]: {
    type: 'object',
    properties: { string: { type: 'string' }, domains: { type: 'array', items: { type: 'string' } } },
  },
};

const list = {
  parameters: parameters.listFilters,
  answers: { [json]: droplist, 'text/csv': undefined, [ndjson]: undefined },
  isConditional: true,
};

export const operations: Readonly<Record<DescribedPath, OperationDescription>> = {
  registryAvailability: {
    id: 'nameAvailability',
    summary: 'The status of names',
    description:
      'One label below all suffixes, a list of full names, or both. A name that is not valid has an entry too.',
    parameters: parameters.names,
    answers: { [json]: nameList },
    bodies: bodiesOfNames,
  },
  droplist: {
    id: 'droplist',
    summary: 'The names that the next two release jobs release',
    description: 'Each with the date on which it is expected to become available.',
    ...list,
  },
  releasedNames: {
    id: 'releasedNames',
    summary: 'The names that the last release job released',
    description: 'In the form of the droplist. An addition to the specification.',
    ...list,
  },
  explainedAvailability: {
    id: 'explainedAvailability',
    summary: 'The status of names, and why',
    description:
      'As `/1.0/availability`, with a reason for each status, and the dates of names in PendingRelease. An addition.',
    parameters: parameters.names,
    answers: { [json]: explainedNameList },
    bodies: bodiesOfNames,
  },
  upcomingReleases: {
    id: 'upcomingReleases',
    summary: 'The names that will be released, up to 91 days ahead',
    description: 'Every name in PendingRelease by `drop_date`, in pages, with a cursor for its changes. An addition.',
    parameters: parameters.releasesFilters,
    answers: { [json]: releasesPage, 'text/csv': undefined, [ndjson]: undefined },
    isConditional: true,
    hasCursors: true,
  },
  releaseChanges: {
    id: 'releaseChanges',
    summary: 'What has changed in the upcoming releases',
    description:
      'The names whose upcoming release is new, has other dates or is gone since a cursor, by name. Ask once a minute. An addition.',
    parameters: parameters.changesParameters,
    answers: { [json]: releaseChangeList, 'text/csv': undefined, [ndjson]: undefined },
    isConditional: true,
    hasCursors: true,
    mayBeGone: true,
  },
  broadbandAvailability: {
    id: 'pointAvailability1',
    summary: 'Broadband at a point, version 1.0',
    description: 'As the specification has it.',
    parameters: parameters.pointOfFirst,
    answers: { [json]: firstAnswer },
  },
  broadbandBulk: {
    id: 'bulkAvailability1',
    summary: 'Broadband at many points, version 1.0',
    description: 'One line of JSON for each point, in order. One request at a time for a key.',
    parameters: [],
    answers: { [ndjson]: undefined },
    line: firstLine,
    bodies: { [json]: objectOf('points', listOf(point)), 'text/csv': csv },
  },
  networks: {
    id: 'networks',
    summary: 'Broadband at a point, for clients of the old site',
    description: 'As version 1.0, with results always in the order Fibre, Cable, VDSL, Wireless, ADSL, then others.',
    parameters: parameters.pointOfNetworks,
    answers: { [json]: firstAnswer },
  },
  addressAvailability: {
    id: 'addressAvailability',
    summary: 'Broadband at an address',
    description: 'The address, and exactly the answer for its point. An addition.',
    parameters: [parameters.addressOfPath, parameters.asOf],
    answers: { [json]: addressAnswer },
    mayBeMissing: true,
  },
  pointAvailability: {
    id: 'pointAvailability',
    summary: 'Broadband at a point, version 2.0',
    description: 'As version 1.0, in other words. What is not attested publicly is assumed.',
    parameters: [...parameters.pointOfSecond, parameters.asOf],
    answers: { [json]: secondAnswer },
    mayBeMissing: true,
  },
  availabilityInBulk: {
    id: 'bulkAvailability',
    summary: 'Broadband at many points or addresses, version 2.0',
    description: 'One line of JSON for each, in order. One request at a time for a key. An addition.',
    parameters: [parameters.asOf],
    mayBeMissing: true,
    answers: { [ndjson]: undefined },
    line: secondLine,
    bodies: {
      [json]: {
        oneOf: [
          objectOf('points', listOf(point)),
          objectOf('address_ids', listOf({ type: 'string' })),
          objectOf('addresses', listOf({ type: 'string' })),
        ],
      },
      'text/csv': csv,
    },
  },
  providers: {
    id: 'providers',
    summary: 'The providers of the published coverage',
    description: 'Their form is assumed: that of the published service is not attested.',
    parameters: [],
    answers: { [json]: providerList },
  },
  addresses: {
    id: 'addresses',
    summary: 'The addresses that a text may mean',
    description: 'The most likely first. An addition.',
    parameters: parameters.addressSearch,
    answers: { [json]: addressList },
    mayBeMissing: true,
  },
  figuresJson: {
    id: 'figuresOfAreas',
    summary: 'How much of each area is reached',
    description:
      'For each area of a set that the operator has loaded, each technology and `any`, each availability and each step of speed: the share of the land, and of the addresses where those are loaded. An addition.',
    parameters: parameters.setOfPath,
    answers: { [json]: areaFigureList },
    isConditional: true,
    isSaved: true,
    mayBeMissing: true,
  },
  figuresCsv: {
    id: 'figuresOfAreasAsTable',
    summary: 'How much of each area is reached, as a table',
    description: 'The same as CSV; every row names the version and whose the data are. An addition.',
    parameters: parameters.setOfPath,
    answers: { 'text/csv': undefined },
    isConditional: true,
    isSaved: true,
    mayBeMissing: true,
  },
  dataCatalogue: {
    id: 'openDataCatalogue',
    summary: 'The files of the published coverage',
    description:
      'A DCAT 3 catalogue in JSON-LD: each file with its address, size, SHA-256 and licence, of the published version and of earlier ones that are kept. An addition.',
    parameters: [parameters.ifNoneMatch],
    answers: { [jsonLd]: dataCatalogue },
    isConditional: true,
    mayBeMissing: true,
  },
  dataFile: {
    id: 'openDataFile',
    summary: 'A file of the published coverage',
    description:
      'GeoPackage, GeoJSON or CSV, as the catalogue lists it. A download that broke off goes on with `Range` and `If-Range`. An addition.',
    parameters: parameters.dataFileOfPath,
    answers: { 'text/csv': undefined, 'application/geo+json': undefined, 'application/geopackage+sqlite3': undefined },
    isFile: true,
    isSaved: true,
    mayBeMissing: true,
  },
};

/** A request and its answer with the demonstration data. */
export interface AnswerExample {
  /** Unique among those of a path. */
  readonly name: string;
  readonly method: 'get' | 'post';
  /** The method and the target; on a second line the body. */
  readonly request: string;
  readonly contentType: string;
  /** Parsed if it is JSON. */
  readonly body: unknown;
}

/** The examples of each path, as `node scripts/openapi-examples.ts` wrote them; a test executes them again. */
export const answerExamples = written as Readonly<Record<DescribedPath, readonly AnswerExample[]>>;
