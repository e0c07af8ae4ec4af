import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** No package takes longer to install, in milliseconds. */
const installMs = 600_000;

/** The packages that this process has tried to install. */
const tried = new Set<string>();

/**
 * A program of a Debian package, which is installed if it is missing. Prints what became of it.
 *
 * @param more packages that it needs besides
 * @returns its path; undefined if it cannot be had, as on another system or without a network
 */
export function debianProgram(program: string, debianPackage: string, ...more: readonly string[]): string | undefined {
  const installed = () => ['/usr/bin', '/usr/sbin'].map((folder) => `${folder}/${program}`).find(existsSync);
  const found = installed();
  if (found !== undefined || tried.has(debianPackage)) return found;
  tried.add(debianPackage);
  const names = [debianPackage, ...more];
  const isInstalled = install(names);
  const path = installed();
  if (isInstalled && path !== undefined) console.info(`Installed ${names.join(', ')} for the tests.`);
  else reportSkipped(`what needs ${program}`, names);
  return path;
}

/** Prints what is skipped without packages. */
export function reportSkipped(what: string, packages: readonly string[]): void {
  console.warn(`Skipped: ${what}, because ${packages.join(', ')} could not be installed.`);
}

function install(packages: readonly string[]): boolean {
  const options = {
    stdio: 'ignore',
    timeout: installMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const;
  spawnSync('apt-get', ['update', '-qq'], options);
  return spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options).status === 0;
}
