import { keys } from '#tests/support/fixture.ts';
import { actionId } from '#tests/support/staff/action.ts';

/** A row of the table: what it shows, the bytes that are sent, and the answer in the form that `readExpected` reads. */
export type Row = readonly [title: string, sent: string | Buffer, expected: string];

/** A request of these lines, with CRLF, an empty line, and a body after it. */
const ask = (line: string, lines: readonly string[] = ['Host: x'], body = '') =>
  [line, ...lines, '', body].join('\r\n');
const get = (target: string, ...lines: string[]) => ask(`GET ${target} HTTP/1.1`, ['Host: x', ...lines]);
const post = (target: string, lines: readonly string[], body = '') =>
  ask(`POST ${target} HTTP/1.1`, ['Host: x', ...lines], body);
const chunked = (target: string, body: string, ...lines: string[]) =>
  post(target, ['Content-Type: application/json', 'Transfer-Encoding: chunked', ...lines], body);

const names = '/1.0/availability?domains[]=active.nz';
const list = '/1.0/droplist';
const point = `/api/1.0/availability/yx/-41.05/174.05?api_key=${keys.plain}`;
const second = `/api/2.0/availability/-41.05/174.05?api_key=${keys.plain}`;
const wanted = '{"domains":["active.nz"]}';
const whole = `${wanted.length.toString(16)}\r\n${wanted}\r\n0\r\n\r\n`;
const read = 'allow: GET, HEAD, OPTIONS';
const page = 'allow: GET, HEAD, OPTIONS, POST';
const form = 'Content-Type: multipart/form-data; boundary=b';

/** A form in one chunk of this length. */
const chunkedForm = (bytes: number) =>
  post('/', [form, 'Transfer-Encoding: chunked'], `${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n0\r\n\r\n`);

/** A request for a Server Action, with an empty list of arguments. */
const act = (page: string, id: string, ...lines: string[]) =>
  post(page, [`Next-Action: ${id}`, 'Content-Type: text/plain', 'Content-Length: 2', ...lines], '[]');
const signInAction = actionId({ file: 'app/admin/login/actions.ts', name: 'signIn' });

/** Each method at one path of each kind. `405` and `204` have the `Allow` of the path. */
const methods: readonly [path: string, allow: string, error: string, byMethod: Readonly<Record<string, string>>][] = [
  ['/', page, 'text', { GET: '200 html', HEAD: '200 html', POST: '200 html' }],
  ['/admin/login', page, 'text', { GET: '200 html', HEAD: '200 html', POST: '200 html' }],
  ['/embed', page, 'text', { GET: '200 html', HEAD: '200 html', POST: '200 html' }],
  ['/nowhere', page, 'text', { GET: '404 html', HEAD: '404 html', POST: '404 html' }],
  ['/healthz', read, 'json', { GET: '200 text', HEAD: '200 text' }],
  ['/readyz', read, 'json', { GET: '200 text', HEAD: '200 text' }],
  ['/favicon.ico', read, 'text', { GET: '200 image', HEAD: '200 image' }],
  ['/land/nz.json', read, 'text', { GET: '200 json', HEAD: '200 json' }],
  ['/admin/uploads', 'allow: OPTIONS, POST', 'text', { POST: '403 json' }],
  ['/admin/jobs/1/state', read, 'text', { GET: '401 json', HEAD: '401 json' }],
  ['/admin/audit/export', read, 'text', { GET: '307 -', HEAD: '307 -' }],
  [
    '/1.0/availability',
    'allow: GET, HEAD, OPTIONS, POST',
    'json8',
    { GET: '400 json8', HEAD: '400 json8', POST: '400 json8' },
  ],
  ['/1.0/droplist', read, 'json8', { GET: '200 json8', HEAD: '200 json8' }],
  ['/tiles', read, 'json', { GET: '200 json', HEAD: '200 json' }],
  ['/places', read, 'json', { GET: '400 json', HEAD: '400 json' }],
];
const asked = ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT', 'PROPFIND', 'QUERY'];

function methodRows(): Row[] {
  return methods.flatMap(([path, allow, error, byMethod]) =>
    asked.map((method): Row => {
      const kept = method === 'CONNECT' ? 'close' : 'keep';
      const refused = method === 'OPTIONS' ? `204 - keep; ${allow}` : `405 ${error} ${kept}; ${allow}`;
      const given = byMethod[method];
      return [`${method} ${path}`, ask(`${method} ${path} HTTP/1.1`), given === undefined ? refused : `${given} keep`];
    }),
  );
}

/** The requests by subject. */
export const subjects: Readonly<Record<string, readonly Row[]>> = {
  'methods (B3)': methodRows(),

  'the request line': [
    ['lower case', ask('get /healthz HTTP/1.1'), '400 json close'],
    ['an unknown method', ask('BREW /1.0/droplist HTTP/1.1'), '400 json8 close'],
    ['an unknown method at a page', ask('BREW / HTTP/1.1'), '400 json close'],
    ['no method', ask('/healthz HTTP/1.1'), '400 json close'],
    ['no target', ask('GET HTTP/1.1'), '400 json close'],
    ['nothing but a method', ask('GET'), '400 json close'],
    ['no version, at a page', 'GET /healthz\r\n\r\n', '505 json close'],
    ['no version, at an API', 'GET /1.0/droplist\r\n\r\n', '505 json8 close'],
    ['HTTP/0.9', ask(`GET ${list} HTTP/0.9`), '505 json8 close'],
    ['HTTP/1.0', ask('GET /healthz HTTP/1.0'), '200 text close'],
    ['HTTP/1.0 without Host', ask('GET /healthz HTTP/1.0', []), '200 text close'],
    [
      'HTTP/1.0 that asks for more',
      ask('GET /1.0/droplist HTTP/1.0', ['Host: x', 'Connection: keep-alive']),
      '200 json8 keep',
    ],
    ['HTTP/1.2', ask('GET /1.0/droplist HTTP/1.2'), '400 json8 close'],
    ['HTTP/2.0', ask(`GET ${names} HTTP/2.0`), '505 json8 close; access-control-allow-origin: *'],
    ['HTTP/2.0 at a page', ask('GET / HTTP/2.0'), '505 text close'],
    ['HTTP/3.0', ask('GET /1.0/droplist HTTP/3.0'), '400 json8 close'],
    ['HTTP/11', ask('GET /1.0/droplist HTTP/11'), '400 json8 close'],
    ['HTTP/1.x', ask('GET /1.0/droplist HTTP/1.x'), '400 json8 close'],
    ['http in lower case', ask('GET /1.0/droplist http/1.1'), '400 json8 close'],
    ['two spaces', ask('GET  /healthz HTTP/1.1'), '200 text keep'],
    ['tabs', ask('GET\t/healthz\tHTTP/1.1'), '400 json close'],
    ['a space before it', ask(' GET /healthz HTTP/1.1'), '400 json close'],
    ['a space in the target', ask('GET /1.0/a b HTTP/1.1'), '400 json8 close'],
    ['empty lines before it', `\r\n\r\n${get('/healthz')}`, '200 text keep'],
    ['LF alone', 'GET /1.0/droplist HTTP/1.1\nHost: x\n\n', '400 json8 close'],
    ['CR alone', 'GET /1.0/droplist HTTP/1.1\rHost: x\r\r', '400 json8 close'],
    ['a NUL', ask('GET /1.0/\0 HTTP/1.1'), '400 json8 close'],
    ['a control character', ask('GET /1.0/\x01 HTTP/1.1'), '400 json8 close'],
    ['DEL', ask('GET /1.0/\x7f HTTP/1.1'), '400 json8 close'],
    ['RTSP', ask('DESCRIBE /healthz RTSP/1.0'), '405 json close'],
    ['an announcement of a radio source', ask('SOURCE /healthz ICE/1.0'), '405 json close'],
  ],

  'targets (B3, B4)': [
    ['an asterisk', ask('OPTIONS * HTTP/1.1'), '400 text keep'],
    ['an asterisk with GET', ask('GET * HTTP/1.1'), '400 text keep'],
    ['an authority', ask('GET watea.example:443 HTTP/1.1'), '400 json close'],
    ['CONNECT with an authority', ask('CONNECT watea.example:443 HTTP/1.1'), '400 text close'],
    ['absolute form of an API', ask(`GET http://other.example${list} HTTP/1.1`), '200 json8 keep'],
    ['absolute form in capitals', ask(`GET HTTPS://other.example${list} HTTP/1.1`), '200 json8 keep'],
    ['absolute form of a page', ask('GET http://other.example/healthz HTTP/1.1'), '200 text keep'],
    ['absolute form without a path', ask('GET http://other.example HTTP/1.1'), '200 html keep'],
    ['absolute form without a path, with a query', ask('GET http://other.example?a=b HTTP/1.1'), '200 html keep'],
    ['absolute form of another scheme', ask('GET ftp://other.example/1.0/droplist HTTP/1.1'), '400 any any'],
    ['no slash', ask('GET 1.0/droplist HTTP/1.1'), '400 any any'],
    ['a fragment', get(`${list}#top`), '400 json8 keep'],
    ['two slashes at the start', get('//1.0/droplist'), '400 json8 keep'],
    ['three slashes at the start', get('///api/1.0/availability/yx/1/2'), '400 json keep'],
    ['two slashes inside', get('/1.0//droplist'), '400 json8 keep'],
    ['two slashes before a page', get('//healthz'), '400 json keep'],
    ['a backslash', get('/1.0\\droplist'), '400 json8 keep'],
    ['a backslash at the start', get('\\1.0\\droplist'), '400 any any'],
    ['a dot segment', get('/1.0/./droplist'), '400 json8 keep'],
    ['dot segments out of the API', get('/1.0/../healthz'), '400 json8 keep'],
    ['dot segments into the API', get('/admin/../1.0/droplist'), '400 json8 keep'],
    ['encoded dot segments', get('/admin/%2e%2E/api/1.0'), '400 json keep'],
    ['an encoded dot', get('/1%2E0/droplist'), '404 json8 keep'],
    ['an encoded digit', get('/%31.0/availability'), '404 json8 keep; access-control-allow-origin: *'],
    ['encoded letters', get('/%61pi/1.0/availability/yx/-41/174'), '404 json keep'],
    ['an encoded slash', get('/1.0%2Fdroplist'), '404 json8 keep'],
    ['an encoded slash inside', get('/api/1.0/availability/yx/-41%2F174'), '404 json keep'],
    ['an encoded letter inside', get('/1.0/%64roplist'), '404 json8 keep'],
    ['an encoded letter of the tiles', get('/til%65s/1.json'), '404 json keep'],
    ['capitals', get('/1.0/DROPLIST'), '404 json8 keep'],
    ['the API in capitals', get('/API/1.0'), '404 html keep'],
    ['a trailing slash', get('/1.0/droplist/'), '404 json8 keep'],
    ['a trailing slash at availability', get('/1.0/availability/'), '404 json8 keep; access-control-allow-origin: *'],
    ['the API itself', get('/1.0'), '404 json8 keep'],
    ['the API with a slash', get('/api/'), '404 json keep'],
    ['something longer than the API', get('/1.00'), '404 html keep'],
    ['a matrix parameter', get('/1.0/droplist;v=1'), '404 json8 keep'],
    [
      'UTF-8',
      ask('GET /1.0/availability?string=m\xc4\x81ori HTTP/1.1'),
      '400 json8 close; access-control-allow-origin: *',
    ],
    [
      'UTF-8 below /api',
      ask('GET /api/1.0/availability/yx/\xc4\x81/1 HTTP/1.1'),
      '400 json close; access-control-allow-origin: *',
    ],
    [
      'UTF-8 at the droplist',
      ask('GET /1.0/droplist?\xc4\x81 HTTP/1.1'),
      '400 json8 close; access-control-allow-origin: absent',
    ],
    [
      'UTF-8 in absolute form',
      ask('GET http://x/1.0/availability?\xc4\x81 HTTP/1.1'),
      '400 json8 close; access-control-allow-origin: *',
    ],
    ['UTF-8 at a page', ask('GET /m\xc4\x81ori HTTP/1.1'), '400 json close; access-control-allow-origin: absent'],
    ['%00', get('/1.0/availability?string=a%00'), '400 json8 keep; access-control-allow-origin: *'],
    ['%00 in the path', get('/api/%00'), '400 json keep'],
    ['%00 at a page', get('/availability/%00/1'), '400 text keep'],
    ['half an escape', get('/1.0/availability?string=%4'), '400 json8 keep'],
    ['no escape', get('/1.0/availability?string=%zz'), '400 json8 keep'],
    ['no escape at a page', get('/%zz'), '400 text keep'],
    ['a byte that is not UTF-8', get('/1.0/availability?string=%FF'), '400 json8 keep'],
    ['a byte that is not UTF-8 at a page', get('/?q=%FF'), '400 text keep'],
    ['a lone surrogate', get('/1.0/availability?string=%ED%A0%80'), '400 json8 keep'],
    ['a lone surrogate at a page', get('/%ED%A0%80'), '400 text keep'],
    ['an overlong slash', get('/..%c0%af..%c0%afetc/passwd'), '400 text keep'],
    ['a path out of the static files', get('/_next/static/..%2f..%2fpackage.json'), '404 any keep'],
    ['a path out of the public files', get('/land/..%2f..%2fpackage.json'), '404 any keep'],
    ['20,000 characters', get(`/1.0/${'a'.repeat(20_000)}`), '404 json8 keep'],
    ['20,000 characters at a page', get(`/${'a'.repeat(20_000)}`), '404 html keep'],
    ['140,000 characters', get(`/1.0/${'a'.repeat(140_000)}`), '431 json8 keep'],
    ['140,000 characters at a page', get(`/${'a'.repeat(140_000)}`), '431 text keep'],
    ['an invalid preview', get('/preview/zz'), '404 json keep'],
    ['a preview without numbers', get('/preview/a/b.png'), '400 json keep'],
    ['brackets', get('/1.0/availability?domains[0]=active.nz'), '200 json8 keep'],
    ['brackets in escapes', get('/1.0/availability?domains%5B%5D=active.nz'), '200 json8 keep'],
    ['a question mark alone', get('/1.0/droplist?'), '200 json8 keep'],
    ['parameters without names', get('/1.0/droplist?&&=&=a'), '200 json8 keep'],
  ],

  'Host (RFC 9112, 3.2)': [
    ['none', ask('GET /healthz HTTP/1.1', []), '400 json keep'],
    ['none at an API', ask(`GET ${names} HTTP/1.1`, []), '400 json8 keep; access-control-allow-origin: *'],
    ['an empty one', ask('GET /healthz HTTP/1.1', ['Host:']), '200 text keep'],
    ['two', ask('GET /healthz HTTP/1.1', ['Host: x', 'Host: y']), '400 json keep'],
    ['two that are equal', ask(`GET ${list} HTTP/1.1`, ['Host: x', 'Host: x']), '400 json8 keep'],
    ['two in HTTP/1.0', ask('GET /healthz HTTP/1.0', ['Host: x', 'host: x']), '400 json close'],
    ['a port', ask('GET /healthz HTTP/1.1', ['Host: x:3000']), '200 text keep'],
    ['an IPv6 address', ask('GET /healthz HTTP/1.1', ['Host: [2001:db8::1]:3000']), '200 text keep'],
    ['an IPv6 address without brackets', ask('GET /healthz HTTP/1.1', ['Host: 2001:db8::1']), '400 json keep'],
    ['a space', ask('GET /healthz HTTP/1.1', ['Host: a b']), '400 json keep'],
    ['a path', ask('GET /healthz HTTP/1.1', ['Host: x/y']), '400 json keep'],
    ['a user', ask('GET /healthz HTTP/1.1', ['Host: a@x']), '400 json keep'],
    ['a scheme', ask('GET / HTTP/1.1', ['Host: http://x']), '400 text keep'],
    ['a list', ask('GET / HTTP/1.1', ['Host: x, y']), '400 text keep'],
    ['markup', ask('GET / HTTP/1.1', ['Host: <script>']), '400 text keep'],
    ['bytes outside ASCII', ask('GET / HTTP/1.1', ['Host: m\xc4\x81ori.nz']), '400 text keep'],
    ['letters as a port', ask('GET / HTTP/1.1', ['Host: x:http']), '400 text keep'],
  ],

  'header lines': [
    ['a folded line', get(list, 'X-A: a', ' b'), '400 json8 close'],
    ['a folded line with a tab', get(list, 'X-A: a', '\tb'), '400 json8 close'],
    ['a fold before the first line', ask(`GET ${list} HTTP/1.1`, [' X-A: a', 'Host: x']), '400 json8 close'],
    ['a space in the name', get(list, 'X A: a'), '400 json8 close'],
    ['a space after the name', get(list, 'X-A : a'), '400 json8 close'],
    ['no name', get(list, ': a'), '400 json8 close'],
    ['no colon', get(list, 'X-A'), '400 json8 close'],
    ['an empty value', get(list, 'X-A:'), '200 json8 keep'],
    ['a NUL', get(list, 'X-A: a\0b'), '400 json8 close'],
    ['a control character', get(list, 'X-A: a\x01b'), '400 json8 close'],
    ['a bare CR', get(list, 'X-A: a\rX-B: b'), '400 json8 close'],
    ['LF alone', `GET ${list} HTTP/1.1\r\nHost: x\nX-A: a\r\n\r\n`, '400 json8 close'],
    ['bytes of latin1', get('/healthz', 'X-A: \xe9'), '200 text keep'],
    ['a name with an underscore', get('/healthz', 'X_A: a'), '200 text keep'],
    ['a name with an escape', get('/healthz', 'X%2DA: a'), '200 text keep'],
    ['a name outside ASCII', get(list, 'X-\xe9: a'), '400 json8 close'],
    ['3,000 lines', get('/healthz', ...Array.from({ length: 3000 }, () => 'a: b')), '200 text keep'],
    ['a head of 140,000 bytes', get(list, `X-A: ${'a'.repeat(140_000)}`), '431 json8 keep'],
    ['a head of 140,000 bytes at a page', get('/', `X-A: ${'a'.repeat(140_000)}`), '431 text keep'],
    ['a head of 300,000 bytes', get(list, `X-A: ${'a'.repeat(300_000)}`), '431 json close'],
    ['a name of 300,000 bytes', get(names, `${'a'.repeat(300_000)}: a`), '431 json close'],
    ['__proto__', get('/', '__proto__: a', 'constructor: b'), '200 html keep'],
    ['a request id of its own', get('/healthz', 'X-Request-Id: own-1'), '200 text keep; x-request-id: own-1'],
    ['a request id that would break a line', get(list, 'X-Request-Id: a%0d%0ab'), '200 json8 keep'],
    ['two request ids', get('/', 'X-Request-Id: a', 'X-Request-Id: b'), '200 html keep'],
    ['a malformed cookie', get('/admin', 'Cookie: %%%; =;;; session=%zz; a'), '307 html keep'],
    ['a preview cookie', get('/', 'Cookie: __prerender_bypass=x; __next_preview_data=y'), '200 html keep'],
    ['languages that are none', get('/', 'Accept: text/html', 'Accept-Language: ;;;q=zz,%%%'), '200 html keep'],
    ['encodings that are none', get('/', 'Accept-Encoding: gzip;q=zz,,;'), '200 html keep'],
    ['an Accept that nobody has', get(list, 'Accept: application/xml'), '200 json8 keep'],
  ],

  'framing (RFC 9112, 6)': [
    [
      'a length',
      post('/1.0/availability', ['Content-Type: application/json', `Content-Length: ${wanted.length}`], wanted),
      '200 json8 keep',
    ],
    ['chunks', chunked('/1.0/availability', whole), '200 json8 keep'],
    [
      'chunks with an extension',
      chunked('/1.0/availability', `${whole.replace('\r\n', ';a=b\r\n')}`),
      '200 json8 keep',
    ],
    ['chunks and a trailer', chunked('/1.0/availability', whole.replace(/\r\n$/, 'X-A: b\r\n\r\n')), '200 json8 keep'],
    ['both', chunked('/1.0/availability', whole, 'Content-Length: 5'), '400 json8 close'],
    [
      'both, the other way round',
      post('/1.0/availability', ['Content-Length: 5', 'Transfer-Encoding: chunked'], whole),
      '400 json8 close',
    ],
    [
      'two lengths that are equal',
      post('/1.0/availability', ['Content-Length: 2', 'Content-Length: 2'], '{}'),
      '400 json8 close',
    ],
    [
      'two lengths that differ',
      post('/1.0/availability', ['Content-Length: 2', 'Content-Length: 3'], '{}'),
      '400 json8 close',
    ],
    ['a list of lengths', post('/1.0/availability', ['Content-Length: 2, 2'], '{}'), '400 json8 close'],
    ['a negative length', post('/1.0/availability', ['Content-Length: -1']), '400 json8 close'],
    ['a signed length', post('/1.0/availability', ['Content-Length: +2'], '{}'), '400 json8 close'],
    ['a length in hexadecimal', post('/1.0/availability', ['Content-Length: 0x2'], '{}'), '400 json8 close'],
    ['a length with a fraction', post('/1.0/availability', ['Content-Length: 2.0'], '{}'), '400 json8 close'],
    ['an empty length', post('/1.0/availability', ['Content-Length:'], '{}'), '400 json8 close'],
    ['a length beyond 64 bits', post('/1.0/availability', ['Content-Length: 99999999999999999999']), '400 json8 close'],
    [
      'a length over the limit',
      post('/1.0/availability', ['Content-Type: application/json', 'Content-Length: 1048577']),
      '413 json8 close',
    ],
    [
      'a body of another type',
      post('/1.0/availability', ['Content-Type: text/csv', 'Content-Length: 1'], 'a'),
      '415 json8 keep',
    ],
    ['a body of a GET', ask(`GET ${names} HTTP/1.1`, ['Host: x', 'Content-Length: 0']), '200 json8 keep'],
    [
      'gzip, chunked',
      chunked('/1.0/availability', '0\r\n\r\n').replace('chunked', 'gzip, chunked'),
      '501 json8 close; access-control-allow-origin: *',
    ],
    [
      'gzip, chunked in two lines',
      post('/1.0/availability', ['Transfer-Encoding: gzip', 'Transfer-Encoding: chunked'], whole),
      '501 json8 close',
    ],
    ['gzip, chunked of a GET', get(list, 'Transfer-Encoding: gzip, chunked'), '501 json8 close'],
    ['gzip, chunked at a page', post('/', ['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'), '501 text close'],
    ['gzip alone', post('/1.0/availability', ['Transfer-Encoding: gzip'], 'a'), '501 json8 close'],
    ['identity', post('/1.0/availability', ['Transfer-Encoding: identity'], 'a'), '501 json8 close'],
    ['chunked twice', post('/1.0/availability', ['Transfer-Encoding: chunked, chunked'], whole), '400 json8 close'],
    ['chunked first', post('/1.0/availability', ['Transfer-Encoding: chunked, gzip'], whole), '400 json8 close'],
    [
      'chunked with a blank before it',
      post('/1.0/availability', ['Transfer-Encoding:\x0bchunked'], whole),
      '400 json8 close',
    ],
    ['an unknown coding', post('/1.0/availability', ['Transfer-Encoding: xchunked'], whole), '501 json8 close'],
    [
      'chunked in capitals',
      post('/1.0/availability', ['Content-Type: application/json', 'Transfer-Encoding: CHUNKED'], whole),
      '200 json8 keep',
    ],
    [
      'chunked in HTTP/1.0',
      ask('POST /1.0/availability HTTP/1.0', ['Host: x', 'Transfer-Encoding: chunked'], whole),
      '400 json8 close',
    ],
    ['a chunk size beyond 64 bits', chunked('/1.0/availability', 'FFFFFFFFFFFFFFFFF\r\n'), '400 json8 close'],
    ['a negative chunk size', chunked('/1.0/availability', '-1\r\n\r\n'), '400 json8 close'],
    ['a chunk size in 0x', chunked('/1.0/availability', '0x2\r\n{}\r\n0\r\n\r\n'), '400 json8 close'],
    ['a chunk size of letters', chunked('/1.0/availability', 'zz\r\n\r\n'), '400 json8 close'],
    ['an empty chunk size', chunked('/1.0/availability', '\r\n\r\n'), '400 json8 close'],
    ['a chunk that is longer', chunked('/1.0/availability', '1\r\nab\r\n0\r\n\r\n'), '400 json8 close'],
    ['chunks that end with LF', chunked('/1.0/availability', '2\n{}\n0\n\n'), '400 json8 close'],
    [
      'chunk extensions of 20,000 bytes',
      chunked('/1.0/availability', `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
      '413 json8 close',
    ],
    ['a trailer that folds', chunked('/1.0/availability', '2\r\n{}\r\n0\r\nX-A: a\r\n b\r\n\r\n'), '400 json8 close'],
    [
      'more than the limit in chunks',
      chunked('/1.0/availability', `100001\r\n${'a'.repeat(0x100001)}\r\n0\r\n\r\n`),
      '413 json8 close',
    ],
    [
      'a second request after a length',
      `${post('/healthz', ['Content-Length: 2'], '{}')}${get('/healthz')}`,
      '405 json keep',
    ],
    ['garbage after a request', `${get('/healthz')}garbage\r\n\r\n`, '200 text keep'],
    [
      'a form without a boundary',
      post('/', ['Content-Type: multipart/form-data', 'Content-Length: 1'], 'a'),
      '400 text keep',
    ],
    ['a form cut short', post('/admin/login', [form, 'Content-Length: 5'], '--b\r\n'), '400 text keep'],
    ['a malformed form', post('/admin/login', [form, 'Content-Length: 4'], 'abcd'), '400 text keep'],
    ['a form over the limit', post('/', [form, 'Content-Length: 1048577']), '413 text close'],
    // the rest of a body that has arrived is discarded; no caller is kept waiting for one that has not
    ['a form over the limit in chunks', chunkedForm(1024 * 1024 + 1), '413 text any'],
    ['a form far over the limit in chunks', chunkedForm(8 * 1024 * 1024), '413 text close'],
    // by its body the page is known: errors of pages are text, unlike those of bytes that are no request
    ['invalid chunks, at a page', post('/', ['Transfer-Encoding: chunked'], 'zz\r\n'), '400 text close'],
    [
      'another body over the limit',
      post('/', ['Content-Type: text/plain', 'Content-Length: 1048577']),
      '413 text close',
    ],
    ['a body at a page', post('/', ['Content-Type: text/plain', 'Content-Length: 3'], 'abc'), '200 html keep'],
  ],

  'Connection, Expect and Upgrade': [
    ['close', get(list, 'Connection: close'), '200 json8 close'],
    ['close at a page', get('/healthz', 'Connection: close'), '200 text close'],
    ['close with a refusal', get('/1.0/x', 'Connection: close'), '404 json8 close'],
    ['Close, in a list', get('/healthz', 'Connection: foo, Close'), '200 text close'],
    ['keep-alive', get(list, 'Connection: keep-alive'), '200 json8 keep'],
    ['an unknown option', get(list, 'Connection: foo'), '200 json8 keep'],
    [
      '100-continue',
      post(
        '/1.0/availability',
        ['Expect: 100-continue', 'Content-Type: application/json', 'Content-Length: 25'],
        wanted,
      ),
      '100+200 json8 keep',
    ],
    ['100-continue with chunks', chunked('/1.0/availability', whole, 'Expect: 100-Continue'), '100+200 json8 keep'],
    [
      '100-continue that is refused first',
      post('/1.0/x', ['Expect: 100-continue', 'Content-Length: 25'], ''),
      '404 json8 close',
    ],
    [
      '100-continue with too much',
      post('/1.0/availability', ['Expect: 100-continue', 'Content-Length: 2000000']),
      '413 json8 close',
    ],
    ['100-continue in HTTP/1.0', ask('GET /healthz HTTP/1.0', ['Host: x', 'Expect: 100-continue']), 'any text close'],
    ['another expectation', get(list, 'Expect: a-miracle'), '200 json8 keep'],
    ['another expectation at a page', get('/healthz', 'Expect: a-miracle'), '200 text keep'],
    [
      'an upgrade to WebSocket',
      get(list, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='),
      '200 json8 keep',
    ],
    [
      'an upgrade to HTTP/2',
      get('/healthz', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'),
      '200 text keep',
    ],
    ['an upgrade of a page', get('/', 'Connection: Upgrade', 'Upgrade: websocket'), '200 html keep'],
    ['TE', get(list, 'TE: trailers, deflate;q=0.5'), '200 json8 keep'],
    ['Proxy-Connection', get(list, 'Proxy-Connection: close'), '200 json8 any'],
  ],

  'Range and conditions': [
    ['a range of an answer', get(list, 'Range: bytes=0-3'), '200 json8 keep'],
    ['a range of a file', get('/favicon.ico', 'Range: bytes=0-3'), '200 image keep'],
    ['a range behind the end', get('/favicon.ico', 'Range: bytes=99999999-'), '200 image keep'],
    ['a range backwards', get('/favicon.ico', 'Range: bytes=5-2'), '200 image keep'],
    ['many ranges', get('/favicon.ico', 'Range: bytes=0-1,2-3,4-5'), '200 image keep'],
    ['another unit', get('/favicon.ico', 'Range: lines=1-2'), '200 image keep'],
    ['If-Match', get('/favicon.ico', 'If-Match: "x"'), '200 image keep'],
    [
      'If-Unmodified-Since',
      get('/favicon.ico', 'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT'),
      '200 image keep',
    ],
    ['If-Range', get('/mark.svg', 'Range: bytes=0-1', 'If-Range: "x"'), '200 image keep'],
    ['any tag', get(list, 'If-None-Match: *'), '304 - keep'],
    ['a malformed tag', get(list, 'If-None-Match: x'), '200 json8 keep'],
    ['a malformed date', get(list, 'If-Modified-Since: never'), '200 json8 keep'],
    ['a date far ahead', get(list, 'If-Modified-Since: Fri, 31 Dec 9999 23:59:59 GMT'), '304 - keep'],
    ['a malformed date, of a file', get('/favicon.ico', 'If-Modified-Since: never'), '200 image keep'],
    ['any tag of a file', get('/favicon.ico', 'If-None-Match: *'), '304 any keep'],
    ['any tag of an error', get('/1.0/x', 'If-None-Match: *'), '404 json8 keep'],
  ],

  'other protocols': [
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400 json close'],
    [
      'the hello of TLS',
      Buffer.concat([Buffer.from('16030100c8010000c40303', 'hex'), Buffer.alloc(193, 7)]),
      '400 json close',
    ],
    ['SSH', 'SSH-2.0-OpenSSH_9.6\r\n', '400 json close'],
    ['SMTP', 'EHLO x\r\n', '400 json close'],
    ['SOCKS', Buffer.from([5, 1, 0]), '400 json close'],
    ['the PROXY protocol', `PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n${get('/healthz')}`, '400 any close'],
    ['the PROXY protocol, second form', Buffer.from('0d0a0d0a000d0a515549540a21110000', 'hex'), '400 json close'],
    ['Redis', '*1\r\n$4\r\nPING\r\n', '400 json close'],
    ['JSON', '{"jsonrpc":"2.0"}\r\n', '400 json close'],
    ['a response', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', '400 json close'],
    ['random bytes', Buffer.from('fffe00018081deadbeef', 'hex'), '400 json close'],
  ],

  'what Next gives itself, and its client': [
    ['internal headers', get('/', 'x-middleware-subrequest: a', 'x-middleware-prefetch: 1'), '200 html keep'],
    [
      'another path',
      get('/', 'x-matched-path: /admin', 'x-now-route-matches: 1=2', 'x-invoke-path: /admin'),
      '200 html keep',
    ],
    [
      'another status',
      get('/', 'x-invoke-status: 500', 'x-invoke-output: /500', 'x-invoke-error: {}'),
      '200 html keep',
    ],
    ['a revalidation', get('/', 'x-prerender-revalidate: x', 'x-vercel-id: y'), '200 html keep'],
    ['data of a page', get('/', 'x-nextjs-data: 1'), '200 html keep'],
    ['data by address', get('/_next/data/x/index.json'), '404 html keep'],
    ['a picture made smaller', get('/_next/image?url=%2Ficon-32.png&w=64&q=75'), '404 any keep'],
    ['a picture of another site', get('/_next/image?url=http://127.0.0.1:1/&w=64&q=75'), '404 any keep'],
    ['tools of its developers', get('/__nextjs_original-stack-frames'), '404 html keep'],
    ['a segment of a page', get('/', 'RSC: 1'), '307 - keep'],
    ['a malformed router state', get('/?_rsc=x', 'RSC: 1', 'Next-Router-State-Tree: %7B'), 'below500 any keep'],
    ['a malformed action id', post('/', ['Next-Action: zzz', 'Content-Length: 2'], '[]'), '400 text keep'],
    ['an action that no page has', act('/', '7f'.repeat(21)), '404 text keep; x-nextjs-action-not-found: 1'],
    ['an action of another page', act('/', signInAction), '404 text keep; x-nextjs-action-not-found: 1'],
    ['an action at a page that does not exist', act('/nowhere', signInAction), '404 text keep'],
    [
      'an action from another origin',
      act('/admin/login', signInAction, 'Origin: https://other.example'),
      '403 text keep; cache-control: no-store',
    ],
    ['an action from no origin', act('/admin/login', signInAction, 'Origin: null'), '403 text keep'],
    [
      'an action that another page sends from another origin',
      act('/', signInAction, 'Origin: https://other.example'),
      '403 text keep',
    ],
    [
      'a form from another origin',
      post('/admin/login', [form, 'Origin: https://other.example', 'Content-Length: 4'], 'abcd'),
      '403 text keep',
    ],
    [
      'an encoded form from another origin',
      post(
        '/admin/login',
        ['Content-Type: application/x-www-form-urlencoded', 'Origin: https://other.example', 'Content-Length: 3'],
        'a=b',
      ),
      'below500 any keep',
    ],
    ['its headers on an API', get(list, 'RSC: 1', 'Next-Router-Prefetch: 1'), '200 json8 keep'],
  ],

  'where a write comes from (B14)': [
    ...['cross-site', 'same-site', 'CROSS-SITE', 'x'].map(
      (site): Row => [
        `an upload that the browser marks as ${site}`,
        post('/admin/uploads', ['Origin: https://watea.example', `Sec-Fetch-Site: ${site}`, 'Content-Length: 2'], '{}'),
        '403 text keep',
      ],
    ),
    [
      'a page that it marks so',
      post('/admin/login', ['Origin: https://watea.example', 'Sec-Fetch-Site: cross-site']),
      '403 text keep',
    ],
    ['a link from another site', get('/admin/login', 'Sec-Fetch-Site: cross-site'), '200 html keep'],
    [
      'the map of another site',
      get(names, 'Origin: https://other.example', 'Sec-Fetch-Site: cross-site'),
      '200 json8 keep',
    ],
    [
      'an upload without a session',
      post(
        '/admin/uploads',
        ['Origin: https://watea.example', 'Sec-Fetch-Site: same-origin', 'Content-Length: 2'],
        '{}',
      ),
      '401 json keep',
    ],
    [
      'an upload of another origin',
      post('/admin/uploads', ['Origin: https://other.example', 'Content-Length: 2'], '{}'),
      '403 json keep',
    ],
    ['an upload without an origin', post('/admin/uploads', ['Content-Length: 2'], '{}'), '403 json keep'],
  ],

  'the broadband API': [
    ['a point', get(point), '200 json keep; access-control-allow-origin: *'],
    ['no key', get('/api/1.0/availability/yx/-41.05/174.05'), '401 json keep; www-authenticate: ApiKey'],
    ['a malformed key', get('/api/1.0/availability/yx/-41.05/174.05?api_key=%C4%81'), '401 json keep'],
    ['two keys', get(`${point}&api_key=x`), '400 json keep'],
    ['an exponent', get(point.replace('-41.05', '1e3')), '400 json keep'],
    ['an encoded digit', get(point.replace('-41', '-%341')), '400 json keep'],
    ['a very long number', get(point.replace('-41.05', `-41.${'0'.repeat(5000)}`)), '400 json keep'],
    ['no numbers', get(point.replace('-41.05/174.05', '')), '404 json keep'],
    ['bulk without a key', post('/api/1.0/availability/yx', ['Content-Length: 2'], '{}'), '401 json keep'],
    ['bulk by GET', get('/api/1.0/availability/yx'), '405 json keep; allow: OPTIONS, POST'],
    ['a point of 2.0', get(second), '200 json keep; access-control-allow-origin: *'],
    ['an exponent in 2.0', get(second.replace('-41.05', '1e3')), '400 json keep'],
    ['providers without a key', get('/api/2.0/providers'), '401 json keep; www-authenticate: ApiKey'],
    ['an address without a key', get('/api/2.0/availability/address/1-0000000'), '401 json keep'],
    ['a very long id', get(`/api/2.0/availability/address/${'0'.repeat(5000)}`), '401 json keep'],
    ['bulk of 2.0 by GET', get('/api/2.0/availability'), '405 json keep; allow: OPTIONS, POST'],
    ['the old site without a key', get('/api/1.0/networks?x=1&y=2'), '401 json keep'],
    ['a tile outside the zoom levels', get('/tiles/1/99/0/0.png'), 'below500 json keep'],
    ['a tile of letters', get('/tiles/1/a/b/c.png'), '404 json keep'],
  ],
};
