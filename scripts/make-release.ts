import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { newestBuild } from '#server/http/build-folder.ts';
import { buildOnce } from './build.ts';
import { root } from './run-tool.ts';

/** What a server and its command line need at run time, besides the build of the pages and the packages. */
const sources = [
  '{app,cli,components,db,flows,lib,public,server}/**/*',
  '{server,pages,watea}.ts',
  '{package.json,.npmrc,next.config.mjs,tsconfig.json,README.md,CHANGELOG.md,SECURITY.md}',
  'docs/{api.md,contract.md,licences.md,developers/**/*,operate/**/*}',
  'deploy/**/*',
];

/**
 * Makes a folder that runs without the sources of tests and without the packages of development: nothing in it is written
 * at run time, so it can belong to root and be read-only.
 */
export function makeRelease(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
  buildOnce();
  const found = globSync(sources, { cwd: root, withFileTypes: true });
  for (const file of found)
    if (file.isFile() && !/\.test\.tsx?$/.test(file.name))
      copy(relative(root, join(file.parentPath, file.name)), folder);
  copy('.next/newest-build', folder);
  copy(newestBuild(), folder);
  copy('node_modules', folder);
  const pruned = spawnSync('npm', ['prune', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (pruned.status !== 0) throw new Error(pruned.stderr);
}

function copy(file: string, folder: string): void {
  const target = join(folder, file);
  mkdirSync(dirname(target), { recursive: true });
  // what tools have compiled on this machine is of no use elsewhere
  const filter = (source: string) => !/node_modules\/\.(?:cache|vite|vitest-cache)$/.test(source);
  cpSync(join(root, file), target, { recursive: true, verbatimSymlinks: true, filter });
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    console.error('Usage: node scripts/make-release.ts FOLDER');
    process.exit(2);
  }
  makeRelease(resolve(folder));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  console.log(`Wātea ${version} is in ${resolve(folder)}.`);
}
