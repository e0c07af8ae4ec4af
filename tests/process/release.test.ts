import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { debianProgram } from '#tests/support/debian.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { ask } from '#tests/support/http.ts';
import { findFreePort } from '#tests/support/processes/server-process.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const root = `${import.meta.dirname}/../..`;
const nginx = debianProgram('nginx', 'nginx-light');
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

const folder = makeFolder();
const release = join(folder.path, 'watea');
const running: ChildProcess[] = [];
let port: number;
let output = '';

/** Starts a process that the end of the tests stops. */
function start(command: string, args: readonly string[], options: Parameters<typeof spawn>[2]): ChildProcess {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  running.push(child);
  return child;
}

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/make-release.ts', release], { cwd: root, stdio: 'pipe' });
  // as on a disk that is mounted read-only, and for a user who owns none of it
  chmodSync(folder.path, 0o755);
  const data = join(folder.path, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (isRoot) chownSync(data, nobody, nobody);
  port = await findFreePort();
  start('node_modules/node/bin/node', ['server.ts'], {
    cwd: release,
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: 'production', WATEA_ENVIRONMENT: 'production', LOG_LEVEL: 'error' },
      ...{ PORT: String(port), DATABASE_URL: `file:${data}/watea.db`, TRUSTED_PROXIES: '127.0.0.1,::1' },
      BASE_URL: 'https://watea.example',
    },
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
  });
  await waitUntil('the server answers', () =>
    ask(port, { target: '/readyz' }).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
}, 180_000);
afterAll(async () => {
  for (const child of running) {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
  folder.remove();
});

describe('a release', () => {
  test('has neither tests nor packages of development', () => {
    expect(globSync('{app,cli,db,flows,lib,server}/**/*.test.ts*', { cwd: release })).toEqual([]);
    for (const name of ['vitest', 'typescript', '@biomejs/biome', 'fast-check'])
      expect([name, existsSync(join(release, 'node_modules', name))]).toEqual([name, false]);
  });

  test('serves APIs and pages from a folder in which it writes nothing', async () => {
    expect((await ask(port, { target: '/healthz' })).status).toBe(200);
    expect((await ask(port, { target: '/', headers: { Accept: 'text/html' } })).body).toContain('</html>');
    expect((await ask(port, { target: '/admin/login' })).status).toBe(200);
    const ofNobody = execFileSync('find', [release, '-user', 'nobody'], { encoding: 'utf8' });
    if (isRoot) expect(ofNobody).toBe('');
    expect(output).not.toContain('    at ');
  });

  test.skipIf(nginx === undefined)(
    'behind the nginx of deploy/nginx is asked by the callers that nginx sees',
    async () => {
      const tls = await findFreePort();
      const [certificate, key] = [join(folder.path, 'watea.pem'), join(folder.path, 'watea.key')];
      const subject = ['-subj', '/CN=watea.example', '-keyout', key, '-out', certificate, '-days', '1'];
      execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], { stdio: 'pipe' });
      const example = readFileSync(`${root}/deploy/nginx/watea.conf`, 'utf8')
        .replaceAll('/etc/ssl/watea.example.pem', certificate)
        .replaceAll('/etc/ssl/private/watea.example.key', key)
        .replaceAll('443', String(tls))
        .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder.path}/${name};`,
      );
      const file = join(folder.path, 'nginx.conf');
      writeFileSync(
        file,
        `daemon off; pid ${folder.path}/nginx.pid; error_log stderr crit; events {}\nhttp { access_log off; ${temporary.join(' ')}\n${example} }`,
      );
      start(nginx ?? '', ['-c', file], {});
      const claims = { 'X-Forwarded-For': '203.0.113.7', Forwarded: 'for=203.0.113.7' };
      const refusal = () =>
        new Promise<string>((resolve, reject) => {
          const options = { port: tls, path: '/1.0/droplist', headers: claims, localAddress: '127.9.9.9' };
          const asked = https.get({ host: '127.0.0.1', ...options, rejectUnauthorized: false }, (answer) => {
            answer.setEncoding('utf8').once('data', resolve);
          });
          asked.on('error', reject);
        });
      await waitUntil('nginx listens', () =>
        refusal().then(
          () => true,
          () => false,
        ),
      );
      expect(await refusal()).toContain('Your address 127.9.9.9 is on no registrar');
    },
  );

  test('has units that systemd accepts', () => {
    const verify = debianProgram('systemd-analyze', 'systemd');
    if (verify === undefined) return;
    const units = ['watea.service', 'watea.socket'].map((name) => {
      const text = readFileSync(`${root}/deploy/systemd/${name}`, 'utf8');
      const unit = join(folder.path, name);
      writeFileSync(unit, text.replaceAll('/opt/watea', release).replaceAll('=watea\n', '=nobody\n'));
      return unit;
    });
    expect(execFileSync(verify, ['verify', ...units], { encoding: 'utf8', stdio: 'pipe' })).toBe('');
  });
});
