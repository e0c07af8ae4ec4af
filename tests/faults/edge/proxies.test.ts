import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
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

const nginx = (folder: string, { port, upstream }: Route) => `
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

const haproxy = (_folder: string, { port, upstream }: Route) => `
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

const proxies = [
  { name: 'nginx', path: debianProgram('nginx', 'nginx-light'), configuration: nginx, options: ['-c'] },
  { name: 'haproxy', path: debianProgram('haproxy', 'haproxy'), configuration: haproxy, options: ['-db', '-f'] },
];

/** An outer proxy of the operator, beside the one that is tested. */
const outer = '127.9.9.8';
const stranger = '127.9.9.9';

/** The address as which the server sees a caller, from the sentence of its refusal. */
function callerSeen(port: number, from: string, forwardedFor: readonly string[]): Promise<string> {
  const host = from.includes(':') ? '::1' : '127.0.0.1';
  const claims: http.OutgoingHttpHeaders = { 'X-Forwarded-For': [...forwardedFor], Forwarded: 'for=192.0.2.1' };
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

describe.each(proxies)('B5: behind $name of Debian', ({ name, path = '', configuration, options }) => {
  const isMissing = path === '';
  let fixture: OwnFixture;
  let remove: () => void;
  const running: ChildProcess[] = [];
  /** The ports of a proxy that reaches the server by IPv4, and of one that does by IPv6. */
  let byIpv4: number;
  let byIpv6: number;

  async function startProxy(folder: string, upstream: string): Promise<number> {
    const port = await findFreePort();
    const file = join(folder, `${name}-${port}.conf`);
    writeFileSync(file, configuration(folder, { port, upstream }));
    const child = spawn(path, [...options, file], { stdio: 'ignore' });
    running.push(child);
    await waitUntil(`${name} listens`, () =>
      callerSeen(port, stranger, []).then(
        () => true,
        () => false,
      ),
    );
    return port;
  }

  beforeAll(async () => {
    if (isMissing) return;
    fixture = await ownFixture();
    const folder = makeFolder();
    remove = folder.remove;
    const first = await fixture.start({ TRUSTED_PROXIES: `127.0.0.1/32, ${outer}/32` });
    const second = await fixture.start({ TRUSTED_PROXIES: `::1/128, ${outer}/32` });
    byIpv4 = await startProxy(folder.path, `127.0.0.1:${first.port}`);
    byIpv6 = await startProxy(folder.path, `[::1]:${second.port}`);
  });
  afterAll(async () => {
    for (const child of running) {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }
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
