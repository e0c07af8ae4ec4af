/** A request whose answer is recorded with a release, and must be the same after every update. */
export interface RecordedRequest {
  readonly target: string;
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The loopback address that asks; 127.0.0.1, a registrar's, if left out. */
  readonly from?: string;
}

const labels = [
  'active-0',
  'ending-1',
  'later-2',
  'freed-0',
  'freed-3',
  'new',
  'prohibited',
  'free',
  'xn--pending-mcron-4qb',
];
const domains = [
  'active-0.nz',
  'active-1.co.nz',
  'ending-0.nz',
  'later-0.nz',
  'later-1.co.nz',
  'freed-0.nz',
  'new.co.nz',
  'prohibited.nz',
  'reserved.co.nz',
  'conflicted.nz',
  'resolved.nz',
  'māori.nz',
  'free.nz',
  'FREE.school.nz.',
  'watea-active.nz',
  'watea-pending.nz',
  'a.b.c.nz',
  'example.com',
  '-x.nz',
  'x_y.nz',
  'nz',
  '',
];
const stranger = '127.9.9.9';
const listOf = (names: readonly string[]) => names.map((name) => `domains[]=${encodeURIComponent(name)}`).join('&');

const registryRequests: readonly RecordedRequest[] = [
  ...labels.map((label) => ({ target: `/1.0/availability?string=${label}` })),
  ...domains.map((domain) => ({ target: `/1.0/availability?${listOf([domain])}` })),
  { target: `/1.0/availability?${listOf(domains)}` },
  { target: '/1.0/availability' },
  { target: '/1.0/availability?string=a&domains[]=b.nz' },
  { target: '/1.0/availability?string=free', from: stranger },
  ...['/1.0/droplist', '/1.0/droplist/released'].flatMap((target) => [
    { target },
    { target: `${target}?format=csv` },
    { target: `${target}?format=ndjson` },
    { target: `${target}?format=xml` },
    { target, method: 'DELETE' },
    { target, from: stranger },
  ]),
  { target: '/1.0/nothing' },
];

const points: readonly (readonly [latitude: string, longitude: string])[] = [
  // in the fibre, in the wireless, in both, on corners and edges, in the hole, where only the later delivery reaches
  ['-40.95', '174.02'],
  ['-40.92', '174.18'],
  ['-40.95', '174.07'],
  ['-40.93', '174.12'],
  ['-41', '174'],
  ['-40.9', '174.1'],
  ['-40.98', '177.02'],
  ['-40.95', '177.05'],
  ['-40.99', '177.01'],
  ['-40.85', '174.02'],
  ['-36.848461', '174.763336'],
  ['91', '0'],
  ['x', '174'],
];

/** The requests on both APIs, answered and refused, with this key of the broadband service. */
export function recordedRequests(key: string): RecordedRequest[] {
  const [first = ['', '']] = points;
  const one = ([latitude, longitude]: readonly [string, string], used = key) =>
    `/api/1.0/availability/yx/${latitude}/${longitude}?api_key=${used}`;
  const bulk = (type: string, body: string): RecordedRequest => ({
    target: `/api/1.0/availability/yx?api_key=${key}`,
    method: 'POST',
    body,
    headers: { 'Content-Type': type },
  });
  return [
    ...registryRequests,
    ...points.map((point) => ({ target: one(point) })),
    { target: one(first, '') },
    { target: one(first, 'wrong') },
    bulk('application/json', JSON.stringify({ points })),
    bulk('text/csv', `lat,lng\n${points.map((point) => point.join()).join('\n')}\n`),
    bulk('application/json', '{"points":1}'),
    bulk('application/json', '{'),
    bulk('text/plain', 'x'),
  ];
}
