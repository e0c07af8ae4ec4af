import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const installMs = 120_000;

/**
 * A program of a Debian package, which is installed if it is missing.
 *
 * @param more packages that it needs besides
 * @returns its path; undefined if it cannot be had, as on another system or without a network
 */
export function debianProgram(program: string, debianPackage: string, ...more: readonly string[]): string | undefined {
  const installed = () => ['/usr/bin', '/usr/sbin'].map((folder) => `${folder}/${program}`).find(existsSync);
  const found = installed();
  if (found !== undefined) return found;
  const options = {
    stdio: 'ignore',
    timeout: installMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const;
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', debianPackage, ...more], options);
  return installed();
}
