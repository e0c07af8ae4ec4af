import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Whether this clone has the commit of a former release; a shallow one has not. */
export function hasCommit(commit: string): boolean {
  return spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status === 0;
}

/** Builds a former release from its commit, as its own README says, which takes minutes. */
export function buildFormerRelease(commit: string, folder: string): void {
  mkdirSync(folder);
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x'], { cwd: folder, input: archive });
  const options = { cwd: folder, stdio: 'ignore', env: { ...process.env, NODE_COMPILE_CACHE: '' } } as const;
  execFileSync('npm', ['install', '--omit=dev', '--no-audit', '--no-fund'], options);
  execFileSync(join(folder, 'node_modules/node/bin/node'), ['scripts/build.ts'], options);
}
