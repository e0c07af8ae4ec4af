interface HeaderDescription {
  readonly description: string;
  readonly schema: object;
  readonly example: string;
}

const text = { type: 'string' };
/** A whole number of at least `minimum`, as a header has it. */
const whole = (minimum = 0) => ({ type: 'integer', minimum });

/** The headers of answers, as the document describes them, by name. */
export const answerHeaders = {
  'X-Request-Id': {
    description: 'The id of the request in our log; yours, if you sent one.',
    schema: { ...text, pattern: '^[A-Za-z0-9._-]{1,128}$' },
    example: '5f0f7c1e-9d0c-4b57-8a55-2e1f5b0b1f1e',
  },
  'RateLimit-Policy': {
    description: 'The limits: `q` requests in `w` seconds.',
    schema: { ...text, pattern: '^"second";q=\\d+;w=1(, "day";q=\\d+;w=86400)?$' },
    example: '"second";q=10;w=1, "day";q=50000;w=86400',
  },
  RateLimit: {
    description: 'What is left: `r` requests for `t` seconds.',
    schema: { ...text, pattern: '^"second";r=\\d+;t=\\d+(, "day";r=\\d+;t=\\d+)?$' },
    example: '"second";r=9;t=1, "day";r=49999;t=43200',
  },
  'RateLimit-Limit': { description: 'The limit that would refuse first.', schema: whole(1), example: '10' },
  'RateLimit-Remaining': { description: 'What is left of it.', schema: whole(), example: '9' },
  'RateLimit-Reset': { description: 'When it is full again, in seconds.', schema: whole(1), example: '1' },
  'Retry-After': { description: 'When to ask again, in seconds.', schema: whole(1), example: '1' },
  'Cache-Control': { description: 'What caches may do.', schema: text, example: 'private, no-store' },
  ETag: { description: 'For `If-None-Match`.', schema: { ...text, pattern: '^"[^"]+"$' }, example: '"2jmj7l5rSw0yVb"' },
  'Last-Modified': {
    description: 'The last change of it.',
    schema: { ...text, pattern: ' GMT$' },
    example: 'Fri, 20 Nov 2026 11:00:34 GMT',
  },
  'Accept-Ranges': {
    description: 'A range of it may be asked for.',
    schema: { ...text, const: 'bytes' },
    example: 'bytes',
  },
  'Content-Range': {
    description: 'Which bytes these are, and how many there are.',
    schema: { ...text, pattern: '^bytes (\\d+-\\d+|\\*)/\\d+$' },
    example: 'bytes 0-1048575/12582912',
  },
  'Content-Disposition': {
    description: 'The name of the file.',
    schema: { ...text, pattern: '^attachment; filename="[^"]+"$' },
    example: 'attachment; filename="coverage-12-whole.gpkg"',
  },
  Link: {
    description: 'Where to go on: the next page, and changes.',
    schema: { ...text, pattern: '^<[^>]+>; rel="(next|monitor)"' },
    example: '</1.1/releases/changes?since=2s-mvz3k2g0-mvz4k1s0>; rel="monitor"',
  },
  'WWW-Authenticate': { description: 'How to identify.', schema: { ...text, const: 'ApiKey' }, example: 'ApiKey' },
  Allow: { description: 'The methods of the path.', schema: text, example: 'GET, HEAD, OPTIONS' },
  'Access-Control-Allow-Origin': {
    description: 'Pages of any site may read the answer.',
    schema: { ...text, const: '*' },
    example: '*',
  },
  'Access-Control-Expose-Headers': {
    description: 'The headers that these pages may read.',
    schema: text,
    example: 'RateLimit-Policy, RateLimit, Retry-After, X-Request-Id',
  },
  'Access-Control-Allow-Methods': {
    description: 'The methods that pages may use.',
    schema: text,
    example: 'GET, HEAD, OPTIONS',
  },
  'Access-Control-Allow-Headers': {
    description: 'The headers that pages may send.',
    schema: text,
    example: 'X-Api-Key, Content-Type, X-Request-Id',
  },
  'Access-Control-Max-Age': {
    description: 'How long a browser may keep this, in seconds.',
    schema: whole(),
    example: '86400',
  },
} as const satisfies Readonly<Record<string, HeaderDescription>>;

export type HeaderName = keyof typeof answerHeaders;

/** The headers of every answer that a limit has admitted or refused (B6). */
export const limitHeaderNames: readonly HeaderName[] = [
  'RateLimit-Policy',
  'RateLimit',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
];

/** How the document refers to headers. */
export function headerReferences(names: readonly HeaderName[]): Readonly<Record<string, { readonly $ref: string }>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
