import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { debianProgram } from '#tests/support/debian.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { findFreePort } from '#tests/support/processes/server-process.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

/** What a proxy does: listens on both loopback addresses at `port`, and forwards to `upstream`. */
interface Route {
  readonly port: number;
  /** `127.0.0.1:3000` or `[::1]:3000` */
  readonly upstream: string;
}

const deployed = (file: string) => readFileSync(join(import.meta.dirname, '../../../deploy', file), 'utf8');

/** Replaces parts of a file that we print, each of which must be in it. */
function adapted(text: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  return changes.reduce((changed, [from, to]) => {
    const next = changed.replace(from, to);
    if (next === changed) throw new Error(`The configuration has no ${from}.`);
    return next;
  }, text);
}

const addingNginx = (folder: string, { port, upstream }: Route) => `
daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr crit;
events { worker_connections 64; }
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  server {
    listen 127.0.0.1:${port}; listen [::1]:${port};
    location / {
      proxy_pass http://${upstream};
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
  }
}
`;

const addingHaproxy = (_folder: string, { port, upstream }: Route) => `
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
  option forwardfor
frontend in
  bind 127.0.0.1:${port}
  bind [::1]:${port}
  default_backend out
backend out
  server watea ${upstream}
`;

/** `deploy/nginx/watea.conf`, without its certificate and at this route. */
const nginx = (folder: string, { port, upstream }: Route) => `
daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr crit;
events { worker_connections 64; }
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
${adapted(deployed('nginx/watea.conf'), [
  ['127.0.0.1:3000', upstream],
  ['listen 443 ssl;', `listen 127.0.0.1:${port};`],
  ['listen [::]:443 ssl;', `listen [::1]:${port};`],
  [/ {2}ssl_certificate .*\n/, ''],
  [/ {2}ssl_certificate_key .*\n/, ''],
])}
}
`;

/** `deploy/haproxy/watea.cfg`, without its certificate, at this route and with one node. */
const haproxy = (_folder: string, { port, upstream }: Route) =>
  adapted(deployed('haproxy/watea.cfg'), [
    ['bind :443 ssl crt /etc/haproxy/watea.pem', `bind 127.0.0.1:${port}\n  bind [::1]:${port}`],
    [/10\.0\.0\.1:3000 check inter/, `${upstream} check inter`],
    [/.*10\.0\.0\.2:3000 check inter.*\n/, ''],
    [/10\.0\.0\.1:3000 check cookie/, `${upstream} check cookie`],
    [/.*10\.0\.0\.2:3000 check cookie.*\n/, ''],
  ]);

/** `deploy/caddy/Caddyfile`, without a certificate and at this route. */
const caddy = (_folder: string, { port, upstream }: Route) =>
  `{\n\tadmin off\n\tauto_https off\n}\n${adapted(deployed('caddy/Caddyfile'), [
    [/^watea\.example \{/m, `http://127.0.0.1:${port}, http://[::1]:${port} {`],
    ['127.0.0.1:3000', upstream],
  ])}`;

const programs = {
  nginx: debianProgram('nginx', 'nginx-light'),
  haproxy: debianProgram('haproxy', 'haproxy'),
  caddy: debianProgram('caddy', 'caddy'),
};

/** Proxies that add to what callers claim, as many are configured. */
const proxies = [
  { name: 'nginx', path: programs.nginx, configuration: addingNginx, options: ['-c'] },
  { name: 'haproxy', path: programs.haproxy, configuration: addingHaproxy, options: ['-db', '-f'] },
];

/** The files that we print for operators; what a caller claims is dropped by them. */
const printed = [
  { name: 'nginx', path: programs.nginx, configuration: nginx, options: ['-c'] },
  { name: 'haproxy', path: programs.haproxy, configuration: haproxy, options: ['-db', '-f'] },
  { name: 'caddy', path: programs.caddy, configuration: caddy, options: ['run', '--adapter', 'caddyfile', '--config'] },
];

/** An outer proxy of the operator, beside the one that is tested. */
const outer = '127.9.9.8';
const stranger = '127.9.9.9';

/** The address as which the server sees a caller, from the sentence of its refusal. */
function callerSeen(port: number, from: string, forwardedFor: readonly string[]): Promise<string> {
  const host = from.includes(':') ? '::1' : '127.0.0.1';
  const claims: http.OutgoingHttpHeaders = {
    'X-Forwarded-For': [...forwardedFor],
    'X-Real-IP': '127.0.0.1',
    Forwarded: 'for=127.0.0.1',
  };
  const headers = forwardedFor.length === 0 ? {} : claims;
  return new Promise((resolve, reject) => {
    const request = http.get(
      { host, port, path: '/1.0/droplist', localAddress: from, headers, agent: false },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (text: string) => {
          body += text;
        });
        answer.on('end', () => {
          const seen = /^\{"code":403,"error":"Your address (\S+) is on no registrar/.exec(body)?.[1];
          resolve(answer.statusCode === 200 ? 'a registrar' : (seen ?? body));
        });
      },
    );
    request.on('error', reject);
  });
}

const unknown = expect.stringContaining('cannot be established');

type Proxy = (typeof printed)[number];

/** Starts a proxy before a server, and waits until it answers. @returns its port */
async function startProxy(
  { name, path = '', configuration, options }: Proxy,
  folder: string,
  upstream: string,
  running: ChildProcess[],
): Promise<number> {
  const port = await findFreePort();
  const file = join(folder, `${name}-${port}.conf`);
  writeFileSync(file, configuration(folder, { port, upstream }));
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  running.push(spawn(path, [...options, file], { stdio: 'ignore', env }));
  await waitUntil(`${name} listens`, () =>
    callerSeen(port, stranger, []).then(
      () => true,
      () => false,
    ),
  );
  return port;
}

async function stopAll(running: readonly ChildProcess[]): Promise<void> {
  for (const child of running) {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

describe.each(proxies)('B5: behind $name of Debian', (proxy) => {
  const isMissing = proxy.path === undefined;
  let fixture: OwnFixture;
  let remove: () => void;
  const running: ChildProcess[] = [];
  /** The ports of a proxy that reaches the server by IPv4, and of one that does by IPv6. */
  let byIpv4: number;
  let byIpv6: number;

  beforeAll(async () => {
    if (isMissing) return;
    fixture = await ownFixture();
    const folder = makeFolder();
    remove = folder.remove;
    const first = await fixture.start({ TRUSTED_PROXIES: `127.0.0.1/32, ${outer}/32` });
    const second = await fixture.start({ TRUSTED_PROXIES: `::1/128, ${outer}/32` });
    byIpv4 = await startProxy(proxy, folder.path, `127.0.0.1:${first.port}`, running);
    byIpv6 = await startProxy(proxy, folder.path, `[::1]:${second.port}`, running);
  });
  afterAll(async () => {
    await stopAll(running);
    remove?.();
    await fixture?.remove();
  });

  test.skipIf(isMissing).each<[what: string, from: string, forwardedFor: readonly string[], seen: unknown]>([
    ['a caller by IPv4', stranger, [], stranger],
    ['one that claims a registrar', stranger, ['127.0.0.1'], stranger],
    ['one that claims a chain', stranger, ['203.0.113.7, 127.0.0.1, 192.0.2.1'], stranger],
    ['one that sends several headers', stranger, ['203.0.113.7', '127.0.0.1'], stranger],
    ['one that claims an IPv6 address', stranger, ['2001:db8::7'], stranger],
    ['one that sends garbage', stranger, ['garbage, "x"'], stranger],
    ['an outer proxy', outer, ['203.0.113.7'], '203.0.113.7'],
    ['an outer proxy for IPv6', outer, ['2001:DB8:0::7'], '2001:db8::7'],
    ['an outer proxy for a mapped address', outer, ['::ffff:203.0.113.7'], '203.0.113.7'],
    ['an outer proxy for a caller with claims of its own', outer, ['127.0.0.1, 203.0.113.7'], '203.0.113.7'],
    ['an outer proxy that adds ports', outer, ['203.0.113.7:4711'], unknown],
    ['an outer proxy that writes brackets', outer, ['[2001:db8::7]'], unknown],
    ['an outer proxy that adds nothing', outer, [], unknown],
  ])('%s', async (_what, from, forwardedFor, seen) => {
    expect(await callerSeen(byIpv4, from, forwardedFor)).toEqual(seen);
    expect(await callerSeen(byIpv6, from, forwardedFor)).toEqual(seen);
  });

  test.skipIf(isMissing)('a caller by IPv6 is seen by it, and as the proxy itself nobody gets in', async () => {
    const seen = await callerSeen(byIpv4, '::1', ['127.0.0.1', '192.0.2.1']);
    expect(['::1', 'a registrar']).toContain(seen);
    expect(seen).toBe(await callerSeen(byIpv4, '::1', []));
    expect(await callerSeen(byIpv6, '::1', [])).toEqual(unknown);
    expect(await callerSeen(byIpv4, '127.0.0.1', [])).toEqual(unknown);
  });
});

describe.each(printed)('B5: behind $name as deploy/ has it', (proxy) => {
  const isMissing = proxy.path === undefined;
  let fixture: OwnFixture;
  let remove: () => void;
  let port: number;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    if (isMissing) return;
    fixture = await ownFixture();
    const folder = makeFolder();
    remove = folder.remove;
    const server = await fixture.start({ TRUSTED_PROXIES: '127.0.0.1,::1' });
    port = await startProxy(proxy, folder.path, `127.0.0.1:${server.port}`, running);
  });
  afterAll(async () => {
    await stopAll(running);
    remove?.();
    await fixture?.remove();
  });

  test
    .skipIf(isMissing)
    .each([
      [[]],
      [['127.0.0.1']],
      [['203.0.113.7, 127.0.0.1']],
      [['203.0.113.7', '127.0.0.1']],
      [['::1']],
      [['127.0.0.1:80']],
      [['garbage']],
    ])(
    'a stranger is seen as what they are, whatever X-Forwarded-For %j, Forwarded and X-Real-IP claim',
    async (claims) => {
      expect(await callerSeen(port, stranger, claims)).toBe(stranger);
      expect(await callerSeen(port, outer, claims)).toBe(outer);
    },
  );
});
