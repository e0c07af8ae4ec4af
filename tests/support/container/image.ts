import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { debianProgram } from '#tests/support/debian.ts';
import { type Container, imageConfig } from './container.ts';

const repository = join(import.meta.dirname, '../../..');
const dockerfile = readFileSync(join(repository, 'Dockerfile'), 'utf8');
const authorities = '/etc/ssl/certs/ca-certificates.crt';

/** Builds images without a daemon and without a registry. */
interface Builder {
  build(context: string, tag: string, file?: string): void;
  /** The file system of an image, mounted, and its configuration. */
  open(tag: string): Pick<Container, 'root' | 'config'>;
}

/** `buildah` of Debian, with its images in `folder`; undefined where it cannot be had. */
function imageBuilder(folder: string): Builder | undefined {
  const buildah = debianProgram('buildah', 'buildah');
  if (buildah === undefined || process.getuid?.() !== 0) return undefined;
  const storage = ['--storage-driver', 'vfs', '--root', join(folder, 'images'), '--runroot', join(folder, 'running')];
  const run = (...args: readonly string[]) =>
    execFileSync(buildah, [...storage, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  return {
    build(context, tag, file = join(context, 'Dockerfile')) {
      const bases = ['--build-arg', 'BUILD_BASE=localhost/build-base', '--build-arg', 'BASE=localhost/base'];
      // Docker's format, because the other has no health check
      run('bud', '-q', '--isolation', 'chroot', '--format', 'docker', ...bases, '-t', tag, '-f', file, context);
    },
    open(tag) {
      const inspected: unknown = JSON.parse(run('inspect', '--type', 'image', tag));
      const { Docker } = z.object({ Docker: z.object({ config: imageConfig }) }).parse(inspected);
      return { root: run('mount', run('from', tag)), config: Docker.config };
    },
  };
}

/** Builds `localhost/base`: Debian with what the Dockerfile needs of `debian:bookworm-slim`, from Debian's packages. */
function buildBase(builder: Builder, folder: string): boolean {
  const mmdebstrap = debianProgram('mmdebstrap', 'mmdebstrap');
  if (mmdebstrap === undefined) return false;
  const context = contextOf(folder, 'base', 'FROM scratch\nADD root.tar /\n');
  const packages = '--include=coreutils,dash,libstdc++6,login,passwd';
  execFileSync(mmdebstrap, ['-q', '--variant=extract', packages, 'bookworm', join(context, 'root.tar')]);
  builder.build(context, 'localhost/base');
  return true;
}

function contextOf(folder: string, name: string, text: string): string {
  const context = join(folder, `${name}-context`);
  mkdirSync(context);
  writeFileSync(join(context, 'Dockerfile'), text);
  return context;
}

/**
 * The image's second stage, with an empty release, over which the one in `release` is to be mounted: copying that one takes a
 * minute. @returns undefined where no image can be built
 */
export function buildSecondStage(folder: string, release: string): Container | undefined {
  const builder = imageBuilder(folder);
  if (builder === undefined || !buildBase(builder, folder)) return undefined;
  const stage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM ') + 1);
  const empty = 'ARG BASE\nFROM scratch AS build\nCOPY watea /opt/watea\n';
  const context = contextOf(folder, 'stage', `${empty}${stage}`);
  mkdirSync(join(context, 'watea'));
  builder.build(context, 'localhost/watea');
  const origin = 'the second stage of the Dockerfile, built by buildah, with the release mounted into it';
  return { ...builder.open('localhost/watea'), release, origin };
}

/** The image, of both stages. @returns undefined where it cannot be built */
export function buildImage(folder: string): Container | undefined {
  const builder = imageBuilder(folder);
  if (builder === undefined || !buildBase(builder, folder)) return undefined;
  const context = contextOf(
    folder,
    'build-base',
    [
      'FROM localhost/base',
      'COPY npm /usr/lib/node_modules/npm',
      'COPY node /usr/bin/node',
      `COPY authorities ${authorities}`,
      'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/bin/npm',
      `ENV NPM_CONFIG_CAFILE=${authorities} NODE_EXTRA_CA_CERTS=${authorities}`,
    ].join('\n'),
  );
  const npm = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim();
  cpSync(join(npm, 'npm'), join(context, 'npm'), { recursive: true });
  copyFileSync(process.execPath, join(context, 'node'));
  copyFileSync(authorities, join(context, 'authorities'));
  builder.build(context, 'localhost/build-base');
  builder.build(repository, 'localhost/watea');
  const origin = 'the image of the complete Dockerfile, built by buildah';
  return { ...builder.open('localhost/watea'), release: undefined, origin };
}

/** A root with the programs of this machine, laid out as the second stage of the Dockerfile says, without any builder. */
export function layOut(folder: string, release: string): Container {
  const root = join(folder, 'root');
  for (const part of ['etc', 'opt/watea', 'usr', 'var/lib/watea']) mkdirSync(join(root, part), { recursive: true });
  const text = dockerfile.slice(dockerfile.lastIndexOf('\nFROM ') + 1).replaceAll('\\\n', ' ');
  const [, uid = ''] = /useradd --uid (\d+)/.exec(text) ?? [];
  writeFileSync(join(root, 'etc/passwd'), `watea:x:${uid}:${uid}::/var/lib/watea:/usr/sbin/nologin\n`);
  const line = (instruction: string) => new RegExp(`^${instruction} +(.*)$`, 'm').exec(text)?.[1]?.trim() ?? '';
  const list = (json: string) => z.array(z.string()).parse(JSON.parse(json.slice(json.indexOf('['))));
  const config = {
    User: line('USER'),
    Env: line('ENV').replace('$PATH', '/usr/bin:/bin').split(/\s+/),
    Cmd: list(line('CMD')),
    WorkingDir: line('WORKDIR'),
    Healthcheck: { Test: ['CMD', ...list(line('HEALTHCHECK'))] },
    Volumes: { [line('VOLUME')]: {} },
  };
  return {
    root,
    config,
    release,
    origin: 'the layout of the Dockerfile, without buildah, with the programs of this machine',
  };
}
