import type { components, paths } from './schema.ts';

type Schemas = components['schemas'];
export type NameEntry = Schemas['NameEntry'];
export type PendingName = Schemas['PendingName'];
export type Availability = Schemas['Availability2.0'];
export type FirstAvailability = Schemas['Availability1.0'];
export type AddressAvailability = Schemas['AddressAvailability'];
export type Address = Schemas['Address'];
export type Provider = Schemas['Providers']['providers'][number];
/** What a line of `lookupMany` is: an answer, or why there is no answer, with candidates for an unclear address. */
export type Line = Schemas['Line2.0'];
export type ListFilters = Omit<NonNullable<paths['/1.0/droplist']['get']['parameters']['query']>, 'format'>;

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
  readonly fetch?: typeof fetch;
}

/** An answer that is an error. `retryAfter` in seconds. */
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
const mostPlaces = 10_000;
/** Below the 1 MiB of a body, in bytes. */
const mostBytes = 1_000_000;

/** A client of both services. Each method throws a `WateaError` for an error. */
export function watea({ baseUrl, apiKey, retries = 3, longestWait = 60, fetch: send = fetch }: WateaOptions) {
  const key: Record<string, string> = apiKey === undefined ? {} : { 'X-Api-Key': apiKey };

  async function ask(path: string, body?: unknown, headers = key): Promise<Response> {
    const request =
      body === undefined
        ? { headers }
        : { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    for (let left = retries; ; left--) {
      const answer = await send(new URL(path, baseUrl), request);
      if (answer.ok) return answer;
      const fault = new WateaError(answer.status, await sentenceOf(answer), answer.headers);
      const { retryAfter, status } = fault;
      const mayRepeat = (status === 429 || status === 503) && retryAfter !== undefined && retryAfter <= longestWait;
      if (left === 0 || !mayRepeat) throw fault;
      await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000));
    }
  }
  const json = async <Body>(path: string, body?: unknown): Promise<Body> => (await ask(path, body)).json();
  const ofRegistry = async <Body>(path: string, body?: unknown): Promise<Body> => (await ask(path, body, {})).json();

  return {
    /** The status of full names, in order. More than 1,000 are asked in several requests. */
    async names(names: readonly string[]): Promise<NameEntry[]> {
      const found: NameEntry[] = [];
      for (const domains of parts(names, mostNames))
        found.push(...(await ofRegistry<NameEntry[]>('/1.0/availability', { domains })));
      return found;
    },
    /** The status of a label below all 16 suffixes. */
    label: (label: string) => ofRegistry<NameEntry[]>(`/1.0/availability${query({ string: label })}`),
    droplist: (filters: ListFilters = {}) => ofRegistry<PendingName[]>(`/1.0/droplist${query(filters)}`),
    released: (filters: ListFilters = {}) => ofRegistry<PendingName[]>(`/1.0/droplist/released${query(filters)}`),

    point: (latitude: string | number, longitude: string | number) =>
      json<Availability>(`/api/2.0/availability/${latitude}/${longitude}`),
    /** The same in version 1.0. */
    firstPoint: (latitude: string | number, longitude: string | number) =>
      json<FirstAvailability>(`/api/1.0/availability/yx/${latitude}/${longitude}`),
    address: (id: string) => json<AddressAvailability>(`/api/2.0/availability/address/${encodeURIComponent(id)}`),
    addresses: async (text: string, limit?: number): Promise<Address[]> =>
      (await json<Schemas['Addresses']>(`/api/2.0/addresses${query({ q: text, limit })}`)).addresses,
    providers: async (): Promise<Provider[]> => (await json<Schemas['Providers']>('/api/2.0/providers')).providers,

    /** Looks up any number of points or addresses, one bulk request after the other, and yields a line for each, in order. */
    async *lookupMany(asked: Asked): AsyncGenerator<Line, void, undefined> {
      for (const [name, list] of Object.entries(asked) as [string, readonly unknown[]][]) {
        for (const part of parts(list, mostPlaces)) {
          let lines = 0;
          for await (const line of linesOf(await ask('/api/2.0/availability', { [name]: part }))) {
            lines++;
            yield JSON.parse(line) as Line;
          }
          if (lines < part.length) throw new WateaError(0, `The answer ended after ${lines} of ${part.length} lines.`);
        }
      }
    },
  };
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

async function* linesOf({ body }: Response): AsyncGenerator<string> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
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
