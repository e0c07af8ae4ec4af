import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Container } from './container.ts';

/**
 * Mounts in a namespace of its own: the root and the release read-only, a /tmp in memory, the data; then enters it as its
 * user. A root without programs gets those of this machine.
 */
const enter = `
set -e
root=$1 release=$2 data=$3 volume=$4 user=$5; shift 5
mount --make-rprivate /
mount --bind "$root" "$root"
if [ ! -e "$root/usr/bin" ]; then
  mount --rbind /usr "$root/usr"
  for link in bin lib lib64; do ln -sfn "usr/$link" "$root/$link"; done
fi
for folder in dev proc tmp; do mkdir -p "$root/$folder"; done
mount --rbind /dev "$root/dev"
mount --rbind /proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --bind "$data" "$root$volume"
if [ -n "$release" ]; then
  mount --bind "$release" "$root/opt/watea"
  mount -o remount,bind,ro "$root/opt/watea"
fi
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user" "$root" /usr/bin/env -i "$@"
`;

interface Run {
  readonly command: readonly string[];
  /** The folder of the host for the volume of the data. */
  readonly data: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts a program in a container as `docker run --read-only --tmpfs /tmp` does, on the network of this machine. */
export function runContained({ root, config, release }: Container, { command, data, environment }: Run): ChildProcess {
  const [volume = ''] = Object.keys(config.Volumes);
  const user = userOf(root, config.User);
  if (!existsSync(data)) {
    mkdirSync(data, { mode: 0o700 });
    chownSync(data, user.uid, user.gid);
  }
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const place = [root, release ?? '', data, volume, `${user.uid}:${user.gid}`];
  const inside = [`--chdir=${config.WorkingDir}`, ...config.Env, ...settings, ...command];
  return spawn('unshare', ['--mount', 'sh', '-c', enter, 'sh', ...place, ...inside], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The user of an image by its name; no group but its own. */
function userOf(root: string, name: string): { uid: number; gid: number } {
  const line = readFileSync(join(root, 'etc/passwd'), 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}
