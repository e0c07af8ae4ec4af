import type { ErrorStatus } from '#lib/http/answer.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import { type ApiReason, apiSentence } from '#lib/words/api.ts';
import type { HeaderName } from './headers.ts';
import { type DescribedPath, openPaths } from './operations.ts';

/** An example of an error. */
interface ErrorExample {
  readonly reason: ApiReason;
  /** The paths that can answer it; all, if it is left out. */
  readonly of?: readonly DescribedPath[];
  /** Whether only a body can cause it. */
  readonly isOfBody?: boolean;
}

interface ErrorDescription {
  /** One for everything, or one for each API, and for files without a key, that has the error. */
  readonly description: string | Readonly<Partial<Record<UsageApi | 'files', string>>>;
  readonly examples: readonly ErrorExample[];
  /** In addition to those that every error has. */
  readonly headers?: readonly HeaderName[];
}

/** The statuses of errors that the document describes: those of methods that a path does not have are not. */
export type DescribedStatus = Exclude<ErrorStatus, 405>;

const supportEmail = 'support@watea.example';

const names: readonly DescribedPath[] = ['registryAvailability', 'explainedAvailability'];
const lists: readonly DescribedPath[] = ['droplist', 'releasedNames'];
const upcoming: readonly DescribedPath[] = ['upcomingReleases', 'releaseChanges'];
const points: readonly DescribedPath[] = ['broadbandAvailability', 'networks', 'pointAvailability'];
const bulk: readonly DescribedPath[] = ['broadbandBulk', 'availabilityInBulk'];
const singleOfFirst: readonly DescribedPath[] = ['broadbandAvailability', 'networks'];
const singleOfSecond: readonly DescribedPath[] = ['pointAvailability', 'providers'];
const byAddress: readonly DescribedPath[] = ['addressAvailability', 'addresses'];
const registry: readonly DescribedPath[] = [...names, ...lists, ...upcoming];
const asOfDay: readonly DescribedPath[] = ['pointAvailability', 'addressAvailability', 'availabilityInBulk'];
const broadband: readonly DescribedPath[] = [...singleOfFirst, ...singleOfSecond, ...bulk, ...byAddress];

/** The errors of both APIs, and of files without a key, by status (B2). */
const errors: Readonly<Record<DescribedStatus, ErrorDescription>> = {
  400: {
    description: 'The request is not valid.',
    examples: [
      { reason: { code: 'nothing-asked' }, of: names },
      { reason: { code: 'domains-misnamed', name: 'domain' }, of: names },
      { reason: { code: 'body-not-json', shape: 'names' }, of: names, isOfBody: true },
      {
        reason: { code: 'parameter-not-one-of', name: 'format', choices: ['json', 'csv', 'ndjson'] },
        of: [...lists, ...upcoming],
      },
      { reason: { code: 'date-invalid', name: 'date' }, of: lists },
      { reason: { code: 'date-invalid', name: 'from' }, of: ['upcomingReleases'] },
      { reason: { code: 'cursor-invalid', name: 'cursor' }, of: ['upcomingReleases'] },
      { reason: { code: 'since-missing' }, of: ['releaseChanges'] },
      { reason: { code: 'date-invalid', name: 'as_of' }, of: asOfDay },
      {
        reason: {
          code: 'point-refused',
          y: '51.5',
          x: '-0.1',
          parsed: { ok: false, reason: 'outside', fields: ['latitude', 'longitude'] },
        },
        of: points,
      },
      { reason: { code: 'networks-without-point' }, of: ['networks'] },
      { reason: { code: 'no-points' }, of: bulk },
      { reason: { code: 'body-not-json', shape: 'points' }, of: ['broadbandBulk'] },
      { reason: { code: 'body-not-json', shape: 'places' }, of: ['availabilityInBulk'] },
      { reason: { code: 'search-empty' }, of: ['addresses'] },
      { reason: { code: 'limit-invalid', most: 50 }, of: ['addresses'] },
      { reason: { code: 'parameter-repeated', name: 'api_key' }, of: broadband },
      { reason: { code: 'not-an-escape', text: '%ZZ' } },
    ],
  },
  401: {
    description: { broadband: 'The key is missing, unknown, revoked, expired, or not for this web origin.' },
    examples: [
      { reason: { code: 'key-refused', page: 'https://watea.example/developers/ask' } },
      { reason: { code: 'key-in-authorization' } },
    ],
    headers: ['WWW-Authenticate'],
  },
  403: {
    description: { registry: 'The address is on no allowlist.', broadband: 'The key lacks a scope.' },
    examples: [
      {
        reason: {
          code: 'not-on-an-allowlist',
          address: '192.0.2.7',
          page: 'https://watea.example/developers/ask-networks',
          supportEmail,
        },
        of: registry,
      },
      { reason: { code: 'scope-missing', lacking: ['1.0'] }, of: singleOfFirst },
      { reason: { code: 'scope-missing', lacking: ['2.0'] }, of: singleOfSecond },
      { reason: { code: 'scope-missing', lacking: ['addresses'] }, of: byAddress },
      { reason: { code: 'scope-missing', lacking: ['bulk'] }, of: bulk },
    ],
  },
  404: {
    description: {
      broadband: 'The address is not known, no addresses are loaded, or the coverage of that day is not kept.',
      files: 'The operator offers no such figures or file.',
    },
    examples: [
      { reason: { code: 'address-id-unknown' }, of: ['addressAvailability'] },
      { reason: { code: 'addresses-not-loaded' }, of: ['addressAvailability', 'addresses'] },
      {
        reason: {
          code: 'coverage-not-kept',
          day: '2026-03-01',
          kept: [
            { from: '2026-11-20', until: undefined },
            { from: '2025-12-19', until: '2026-02-27' },
          ],
          hasMore: false,
        },
        of: asOfDay,
      },
      { reason: { code: 'no-figures' }, of: ['figuresJson', 'figuresCsv'] },
      { reason: { code: 'no-open-data' }, of: ['dataCatalogue'] },
      { reason: { code: 'no-data-file' }, of: ['dataFile'] },
    ],
  },
  408: {
    description: 'The request did not arrive within 30 seconds.',
    examples: [{ reason: { code: 'request-too-slow' } }],
  },
  410: {
    description: { registry: 'Changes since this cursor are no longer known.' },
    examples: [{ reason: { code: 'cursor-unknown' } }, { reason: { code: 'changes-too-many', most: 20_000 } }],
  },
  413: {
    description: 'The body is larger than 1 MiB.',
    examples: [{ reason: { code: 'body-too-large', most: 2 ** 20 } }],
  },
  415: {
    description: 'The body has another type.',
    examples: [
      {
        reason: { code: 'body-type-unknown', types: 'application/x-www-form-urlencoded or application/json' },
        of: names,
      },
      { reason: { code: 'body-type-unknown', types: 'application/json or text/csv' }, of: bulk },
    ],
  },
  429: {
    description: {
      registry: 'A limit is reached: requests a second, or refusals of an address.',
      broadband:
        'A limit is reached: requests a second or a day, one bulk request at a time, or refusals of an address.',
      files: 'An address asks too often: 3 times a second for figures, 10 for open data.',
    },
    examples: [
      { reason: { code: 'limit-reached', limit: 10, seconds: 1 } },
      {
        reason: { code: 'too-few-lookups-left', lookups: 9000, limit: 50_000, remaining: 12, seconds: 43_200 },
        of: bulk,
      },
      { reason: { code: 'bulk-request-running' }, of: bulk },
    ],
    headers: ['Retry-After'],
  },
  431: {
    description: 'The head is larger than 128 KiB.',
    examples: [{ reason: { code: 'head-too-large', most: 131_072 } }],
  },
  500: { description: 'The server failed.', examples: [{ reason: { code: 'failed', supportEmail } }] },
  501: {
    description: 'A transfer coding other than chunked.',
    examples: [{ reason: { code: 'coding-not-supported' } }],
  },
  503: {
    description: 'The server is busy, overloaded, or cannot answer truthfully. Ask again later.',
    examples: [
      { reason: { code: 'busy' } },
      { reason: { code: 'overloaded' } },
      { reason: { code: 'damaged', supportEmail } },
      { reason: { code: 'not-published', api: 'registry', supportEmail }, of: registry },
      { reason: { code: 'not-published', api: 'broadband', supportEmail }, of: broadband },
      { reason: { code: 'data-file-missing' }, of: ['dataFile'] },
    ],
    headers: ['Retry-After'],
  },
  505: {
    description: 'HTTP of another major version.',
    examples: [{ reason: { code: 'version-not-supported' } }],
  },
};

/** An error as it is shown: of everything, or of one operation. */
export interface ShownError {
  readonly status: DescribedStatus;
  readonly description: string;
  /** Error bodies by the code of their reason. */
  readonly examples: Readonly<Record<string, { readonly value: object }>>;
  readonly headers: readonly HeaderName[];
}

/** An operation, as far as its errors depend on it. */
export interface ErrorsOf {
  /** Undefined for OPTIONS, which has only errors that every path has. */
  readonly path: DescribedPath | undefined;
  readonly hasBody: boolean;
}

/** Whether an error is the same at every operation that has it, so that the document describes it once. */
export function isSharedError(status: DescribedStatus): boolean {
  return errors[status].examples.every(({ of }) => of === undefined);
}

/** An error with the examples of one operation; with those of all, if none is given. */
export function shownError(status: DescribedStatus, operation?: ErrorsOf): ShownError {
  const { description, examples, headers = [] } = errors[status];
  const own = operation === undefined ? examples : examples.filter((example) => isExampleOf(example, operation));
  return {
    status,
    description: descriptionOf(description, operation),
    examples: Object.fromEntries(
      own.map(({ reason }) => [reason.code, { value: { code: status, error: apiSentence(reason) } }]),
    ),
    headers,
  };
}

/** Every error with all its examples. */
export function everyError(): ShownError[] {
  return Object.keys(errors).map((status) => shownError(Number(status) as DescribedStatus));
}

function isExampleOf({ of, isOfBody = false }: ErrorExample, { path, hasBody }: ErrorsOf): boolean {
  const isOfPath = of === undefined || (path !== undefined && of.includes(path));
  return isOfPath && (hasBody || !isOfBody);
}

const titles = { registry: 'Registry', broadband: 'Broadband', files: 'Files' } as const;

function kindOf(path: DescribedPath): UsageApi | 'files' {
  if (registry.includes(path)) return 'registry';
  return (openPaths as readonly DescribedPath[]).includes(path) ? 'files' : 'broadband';
}

function descriptionOf(description: ErrorDescription['description'], operation: ErrorsOf | undefined): string {
  if (typeof description === 'string') return description;
  if (operation?.path !== undefined) return description[kindOf(operation.path)] ?? '';
  const all = (['registry', 'broadband', 'files'] as const).filter((kind) => description[kind] !== undefined);
  if (all.length === 1) return all.map((kind) => description[kind]).join('');
  return all.map((kind) => `${titles[kind]}: ${description[kind]}`).join(' ');
}
