import type { components, paths } from './schema.ts';

type Schemas = components['schemas'];
export type NameEntry = Schemas['NameEntry'];
export type PendingName = Schemas['PendingName'];
export type ExplainedNameEntry = Schemas['ExplainedNameEntry'];
export type UpcomingRelease = Schemas['UpcomingRelease'];
export type ReleaseChange = Schemas['ReleaseChange'];
export type Availability = Schemas['Availability2.0'];
export type FirstAvailability = Schemas['Availability1.0'];
export type AddressAvailability = Schemas['AddressAvailability'];
export type Address = Schemas['Address'];
export type Provider = Schemas['Providers']['providers'][number];
export type Figures = Schemas['Figures'];
export type Catalogue = Schemas['Catalogue'];
/** What a line of `lookupMany` is: an answer, or why there is no answer, with candidates for an unclear address. */
export type Line = Schemas['Line2.0'];
export type ListFilters = Omit<NonNullable<paths['/1.0/droplist']['get']['parameters']['query']>, 'format'>;

/** Which upcoming releases: those of some days, below a suffix, with a part of a label. */
export type ReleaseFilters = Omit<
  NonNullable<paths['/1.1/releases']['get']['parameters']['query']>,
  'format' | 'cursor' | 'limit'
>;

/** What to look up: points as latitude and longitude, ids of addresses, or addresses as people write them. */
export type Asked =
  | { readonly points: readonly (readonly [latitude: string | number, longitude: string | number])[] }
  | { readonly address_ids: readonly string[] }
  | { readonly addresses: readonly string[] };

export interface WateaOptions {
  /** Where the service is, such as `https://api.example.nz`. */
  readonly baseUrl: string;
  /** For the broadband service. The registry knows you by your address. */
  readonly apiKey?: string;
  /** How often a request is sent again that was refused with 429 or 503; 3 if omitted. */
  readonly retries?: number;
  /** The longest wait before that, in seconds; 60 if omitted. What asks for more is refused. */
  readonly longestWait?: number;
  /** How long an answer, or the next part of a long one, may take to come, in seconds; 30 if omitted. */
  readonly timeout?: number;
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  /** Ends the call, its waits and its further requests: it then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface CoverageOptions extends CallOptions {
  /** The day, `YYYY-MM-DD` in New Zealand, whose coverage is asked for; without it the present one. */
  readonly asOf?: string;
}

/** An answer that is an error, or with status 0 one that did not come. `retryAfter` in seconds. */
export class WateaError extends Error {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, headers?: Headers) {
    super(message);
    this.name = 'WateaError';
    this.status = status;
    this.requestId = headers?.get('X-Request-Id') ?? undefined;
    const seconds = headers?.get('Retry-After');
    this.retryAfter = seconds == null ? undefined : Number(seconds);
  }
}

const mostNames = 1000;
/** Of a bulk request or a page. */
const mostRows = 10_000;
/** Below the 1 MiB of a body, in bytes. */
const mostBytes = 1_000_000;

/** A client of both services. Each method throws a `WateaError` for an error. */
export function watea({
  baseUrl,
  apiKey,
  retries = 3,
  longestWait = 60,
  timeout = 30,
  fetch: send = fetch,
}: WateaOptions) {
  const key: Record<string, string> = apiKey === undefined ? {} : { 'X-Api-Key': apiKey };

  async function ask({ path, body, headers = key, signal }: Request): Promise<Answered> {
    const request =
      body === undefined
        ? { headers }
        : { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    for (let left = retries; ; left--) {
      const patience = new Patience(timeout, signal);
      const answer = await patience.with(send(new URL(path, baseUrl), { ...request, signal: patience.signal }));
      if (answer.ok) return { answer, patience };
      const fault = new WateaError(answer.status, await patience.with(sentenceOf(answer)), answer.headers);
      const { retryAfter, status } = fault;
      const mayRepeat = (status === 429 || status === 503) && retryAfter !== undefined && retryAfter <= longestWait;
      if (left === 0 || !mayRepeat) throw fault;
      await pause(retryAfter * 1000, signal);
    }
  }
  async function json<Body>(path: string, { signal }: CallOptions, body?: unknown, headers = key): Promise<Body> {
    const { answer, patience } = await ask({ path, body, headers, signal });
    return patience.with(answer.json());
  }
  const withoutKey = <Body>(path: string, options: CallOptions, body?: unknown) => json<Body>(path, options, body, {});

  async function ofNames<Entry>(path: string, names: readonly string[], options: CallOptions): Promise<Entry[]> {
    const found: Entry[] = [];
    for (const domains of parts(names, mostNames))
      found.push(...(await withoutKey<Entry[]>(path, options, { domains })));
    return found;
  }

  return {
    /** The status of full names, in order. More than 1,000 are asked in several requests. */
    names: (names: readonly string[], options: CallOptions = {}) =>
      ofNames<NameEntry>('/1.0/availability', names, options),
    /** The status of a label below all 16 suffixes. */
    label: (label: string, options: CallOptions = {}) =>
      withoutKey<NameEntry[]>(`/1.0/availability${query({ string: label })}`, options),
    droplist: (filters: ListFilters = {}, options: CallOptions = {}) =>
      withoutKey<PendingName[]>(`/1.0/droplist${query(filters)}`, options),
    released: (filters: ListFilters = {}, options: CallOptions = {}) =>
      withoutKey<PendingName[]>(`/1.0/droplist/released${query(filters)}`, options),

    /** The status of full names, in order, with reasons and the dates of releases. */
    explained: (names: readonly string[], options: CallOptions = {}) =>
      ofNames<ExplainedNameEntry>('/1.1/availability', names, options),
    /** All upcoming releases, and from where on to ask `releaseChanges`. */
    async releases(
      filters: ReleaseFilters = {},
      options: CallOptions = {},
    ): Promise<{ releases: UpcomingRelease[]; since: string }> {
      const page = (cursor?: string) =>
        withoutKey<Schemas['Releases']>(`/1.1/releases${query({ ...filters, limit: mostRows, cursor })}`, options);
      let { releases, since, next } = await page();
      while (next !== undefined) {
        const further = await page(next);
        releases.push(...further.releases);
        next = further.next;
      }
      return { releases, since };
    },
    /** What has changed in all upcoming releases. It throws an error with status 410 when `since` is no longer known. */
    releaseChanges: (since: string, options: CallOptions = {}) =>
      withoutKey<Schemas['ReleaseChanges']>(`/1.1/releases/changes${query({ since })}`, options),

    point: (latitude: string | number, longitude: string | number, { asOf, ...options }: CoverageOptions = {}) =>
      json<Availability>(`/api/2.0/availability/${latitude}/${longitude}${query({ as_of: asOf })}`, options),
    /** The same in version 1.0. */
    firstPoint: (latitude: string | number, longitude: string | number, options: CallOptions = {}) =>
      json<FirstAvailability>(`/api/1.0/availability/yx/${latitude}/${longitude}`, options),
    address: (id: string, { asOf, ...options }: CoverageOptions = {}) =>
      json<AddressAvailability>(
        `/api/2.0/availability/address/${encodeURIComponent(id)}${query({ as_of: asOf })}`,
        options,
      ),
    addresses: async (text: string, limit?: number, options: CallOptions = {}): Promise<Address[]> =>
      (await json<Schemas['Addresses']>(`/api/2.0/addresses${query({ q: text, limit })}`, options)).addresses,
    providers: async (options: CallOptions = {}): Promise<Provider[]> =>
      (await json<Schemas['Providers']>('/api/2.0/providers', options)).providers,

    /** How much of each area of a set, such as `districts`, the published coverage reaches. */
    figures: (set: string, options: CallOptions = {}) =>
      withoutKey<Figures>(`/statistics/${encodeURIComponent(set)}/figures.json`, options),
    /** The files of the published coverage, with their addresses, sizes and checksums. */
    catalogue: (options: CallOptions = {}) => withoutKey<Catalogue>('/data/catalogue.json', options),

    /** Looks up any number of points or addresses, one bulk request after the other, and yields a line for each, in order. */
    async *lookupMany(asked: Asked, { signal, asOf }: CoverageOptions = {}): AsyncGenerator<Line, void, undefined> {
      for (const [name, list] of Object.entries(asked) as [string, readonly unknown[]][]) {
        for (const part of parts(list, mostRows)) {
          let lines = 0;
          for await (const line of linesOf(
            await ask({ path: `/api/2.0/availability${query({ as_of: asOf })}`, body: { [name]: part }, signal }),
          )) {
            lines++;
            yield JSON.parse(line) as Line;
          }
          if (lines < part.length) throw new WateaError(0, `The answer ended after ${lines} of ${part.length} lines.`);
        }
      }
    },
  };
}

interface Request extends CallOptions {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

interface Answered {
  readonly answer: Response;
  readonly patience: Patience;
}

/** Aborts what takes longer than some seconds, or what its caller no longer wants. */
class Patience {
  readonly #controller = new AbortController();
  readonly #seconds: number;
  readonly #caller: AbortSignal | undefined;

  constructor(seconds: number, caller: AbortSignal | undefined) {
    this.#seconds = seconds;
    this.#caller = caller;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Waits for the work, which ends with the signal. */
  async with<Result>(work: Promise<Result>): Promise<Result> {
    const give = () => this.#controller.abort(this.#caller?.reason);
    const over = new WateaError(0, `No answer came within ${this.#seconds} seconds.`);
    const timer = setTimeout(() => this.#controller.abort(over), this.#seconds * 1000);
    if (this.#caller?.aborted) give();
    this.#caller?.addEventListener('abort', give);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
      this.#caller?.removeEventListener('abort', give);
    }
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

function query(values: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** The values in order, in parts that a request may have. */
function* parts<Value>(values: readonly Value[], most: number): Generator<Value[]> {
  let part: Value[] = [];
  let bytes = 0;
  for (const value of values) {
    const own = new TextEncoder().encode(JSON.stringify(value)).length + 1;
    if (part.length === most || (bytes + own > mostBytes && part.length > 0)) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(value);
    bytes += own;
  }
  if (part.length > 0) yield part;
}

async function* linesOf({ answer: { body }, patience }: Answered): AsyncGenerator<string> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const read = await patience.with(reader.read());
    if (read.done) return;
    const lines = (rest + decoder.decode(read.value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

async function sentenceOf(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    return JSON.parse(text).error;
  } catch {
    return text;
  }
}
