import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildImage, buildSecondStage, layOut } from '#tests/support/container/image.ts';
import { runContained } from '#tests/support/container/run-contained.ts';
import { debianProgram } from '#tests/support/debian.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { ask } from '#tests/support/http.ts';
import { tries } from '#tests/support/long.ts';
import { findFreePort } from '#tests/support/processes/server-process.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const repository = `${import.meta.dirname}/../../..`;
const nginx = debianProgram('nginx', 'nginx-light');
/** Whether folders can be mounted and a root changed, as a container needs it. */
const canContain = spawnSync('unshare', ['--mount', 'true']).status === 0;
const isLong = tries(0, 1) === 1;

const folder = makeFolder();
const data = join(folder.path, 'data');
const release = join(folder.path, 'watea');
const running: ChildProcess[] = [];

/** Collects what a process prints. */
function outputOf(child: ChildProcess): () => string {
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  return () => printed;
}

/** Makes what the tests run: the image in the long run, in the usual one the release in the image's second stage. */
function makeContainer() {
  // as on a disk whose folders others can read
  chmodSync(folder.path, 0o755);
  const image = isLong ? buildImage(folder.path) : undefined;
  if (image !== undefined) return image;
  execFileSync(process.execPath, ['scripts/make-release.ts', release], { cwd: repository, stdio: 'pipe' });
  return buildSecondStage(folder.path, release) ?? layOut(folder.path, release);
}

describe.skipIf(!canContain)('a release in a container with a read-only root, as a user without rights', () => {
  let container: ReturnType<typeof makeContainer>;
  let port: number;
  let output: () => string;
  let key: string;

  /** Runs a program in the container to its end. */
  async function run(...command: readonly string[]) {
    const child = runContained(container, { command, data, environment: { PORT: String(port) } });
    const printed = outputOf(child);
    const [status] = (await once(child, 'close')) as [number];
    return { status, printed: printed() };
  }
  const inRelease = (file: string) => join(container.release ?? join(container.root, 'opt/watea'), file);

  beforeAll(async () => {
    container = makeContainer();
    console.info(`Tested: ${container.origin}.`);
    port = await findFreePort();
    const watea = (...args: readonly string[]) => run('node', 'watea.ts', ...args);
    for (const args of [
      ['migrate'],
      ['allow', 'add', '127.0.0.1/32', '--registrar', 'Example Registrar', '--new-registrar'],
    ])
      expect(await watea(...args)).toMatchObject({ status: 0 });
    const register =
      "printf 'domain,registered,cancel_date\\nactive.nz,2020-01-01,\\n' | node watea.ts register import - --replace";
    expect(await run('sh', '-c', register)).toMatchObject({ status: 0 });
    const issued = await watea('keys', 'issue', '--user', 'engineer@watea.example', '--json');
    ({ key } = JSON.parse(issued.printed) as { key: string });
    const environment = {
      PORT: String(port),
      WATEA_ENVIRONMENT: 'production',
      LOG_LEVEL: 'error',
      BASE_URL: 'https://watea.example',
      TRUSTED_PROXIES: '127.0.0.2',
    };
    const server = runContained(container, { command: container.config.Cmd, data, environment });
    running.push(server);
    output = outputOf(server);
    await waitUntil('the server answers', () =>
      ask(port, { target: '/readyz' }).then(
        ({ status }) => status === 200,
        () => server.exitCode !== null,
      ),
    );
  }, 1_800_000);
  afterAll(async () => {
    for (const child of running) {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }
    // what builds images leaves a mount of its storage
    spawnSync('umount', [join(folder.path, 'images/vfs')]);
    folder.remove();
  });

  test('has neither tests nor packages of development', () => {
    expect(globSync('{app,cli,db,flows,lib,server}/**/*.test.ts*', { cwd: inRelease('') })).toEqual([]);
    for (const name of ['vitest', 'typescript', '@biomejs/biome', 'fast-check', '.cache', '.vite', '.vitest-cache'])
      expect([name, existsSync(inRelease(`node_modules/${name}`))]).toEqual([name, false]);
  });

  test('answers both APIs and a page', async () => {
    const name = await ask(port, { target: '/1.0/availability?domains[]=free.nz' });
    expect([name.status, name.body]).toEqual([200, '[{"code":"220","status":"Available","domain":"free.nz"}]']);
    const point = await ask(port, { target: `/api/1.0/availability/yx/-41.05/174.05?api_key=${key}` });
    // no coverage was published
    expect([point.status, point.body]).toEqual([503, expect.stringContaining('no coverage version')]);
    expect((await ask(port, { target: '/', headers: { Accept: 'text/html' } })).body).toContain('</html>');
    expect((await ask(port, { target: '/admin/login' })).status).toBe(200);
    expect(output()).not.toContain('    at ');
  });

  test('runs as its own user, who can write the data and nothing else', async () => {
    const { printed } = await run('sh', '-c', 'id -u; touch /opt/watea/x /x /var/lib/watea/x /tmp/x');
    expect(printed).toMatch(/^10001$/m);
    expect(printed.match(/Read-only file system/g)).toHaveLength(2);
    expect(existsSync(join(data, 'x'))).toBe(true);
  });

  test('is healthy by its health check, which fails when nothing answers', async () => {
    const [, ...command] = container.config.Healthcheck.Test;
    expect(await run(...command)).toMatchObject({ status: 0 });
    const environment = { PORT: String(await findFreePort()) };
    const [status] = (await once(runContained(container, { command, data, environment }), 'close')) as [number];
    expect(status).toBe(1);
  });

  test.skipIf(nginx === undefined)(
    'behind the nginx of deploy/nginx is asked by the callers that nginx sees',
    async () => {
      const tls = await findFreePort();
      const [certificate, privateKey] = [join(folder.path, 'watea.pem'), join(folder.path, 'watea.key')];
      const subject = ['-subj', '/CN=watea.example', '-keyout', privateKey, '-out', certificate, '-days', '1'];
      execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], { stdio: 'pipe' });
      const example = readFileSync(`${repository}/deploy/nginx/watea.conf`, 'utf8')
        .replaceAll('/etc/ssl/watea.example.pem', certificate)
        .replaceAll('/etc/ssl/private/watea.example.key', privateKey)
        .replaceAll('443', String(tls))
        // from an address of its own, so that 127.0.0.1 remains a caller
        .replaceAll('proxy_http_version', 'proxy_bind 127.0.0.2; proxy_http_version')
        .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder.path}/${name};`,
      );
      const file = join(folder.path, 'nginx.conf');
      writeFileSync(
        file,
        `daemon off; pid ${folder.path}/nginx.pid; error_log stderr crit; events {}\nhttp { access_log off; ${temporary.join(' ')}\n${example} }`,
      );
      running.push(spawn(nginx ?? '', ['-c', file], { stdio: 'ignore' }));
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
      const text = readFileSync(`${repository}/deploy/systemd/${name}`, 'utf8');
      const unit = join(folder.path, name);
      writeFileSync(unit, text.replaceAll('/opt/watea', inRelease('')).replaceAll('=watea\n', '=nobody\n'));
      return unit;
    });
    expect(execFileSync(verify, ['verify', ...units], { encoding: 'utf8', stdio: 'pipe' })).toBe('');
  });
});
