import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { absoluteFolder, newestBuild, setNewestBuild } from '#server/http/build-folder.ts';

const root = `${import.meta.dirname}/..`;
const builds = '.next/builds';
/** No build takes longer, in milliseconds. */
const madeWithinMs = 3_600_000;

/** Everything that goes into the build: the pages, what they import, and how they are built. */
const sources = [
  '{app,components,lib,db,flows,server}/**/*.{ts,tsx,css,svg,ico,woff2,json,sql}',
  '{package.json,next.config.mjs,tsconfig.json,scripts/pack-static.ts,public/icon-32.png}',
];

/** A digest of the current source without test files. */
function sourceDigest(): string {
  const digest = createHash('sha256');
  for (const file of globSync(sources, { cwd: root }).sort()) {
    // a route of a file has a folder with the file's name
    if (/\.test\.tsx?$/.test(file) || statSync(`${root}/${file}`).isDirectory()) continue;
    digest
      .update(file)
      .update('\0')
      .update(readFileSync(`${root}/${file}`))
      .update('\0');
  }
  return digest.digest('hex');
}

/** The last file of a build, by which a complete one is recognised. */
const completeMark = (folder: string) => `${absoluteFolder(folder)}/watea-complete`;

/**
 * Builds the pages unless there is a build of exactly this source. Each build has a folder of its own, so a running
 * server keeps the one that it started with; the one before stays too. Ends the process when the build fails.
 */
export function buildOnce(): void {
  const before = newestBuild();
  const folder = `${builds}/${sourceDigest().slice(0, 16)}`;
  if (folder === before && existsSync(completeMark(folder))) return;
  if (!existsSync(completeMark(folder))) build(folder);
  setNewestBuild(folder);
  removeOtherBuilds([folder, before]);
}

function build(folder: string): void {
  process.stderr.write('Building the pages, once for each change of the source …\n');
  mkdirSync(absoluteFolder(builds), { recursive: true });
  // Next adds the folder of each build to this file, which would otherwise be the project's own
  writeFileSync(`${root}/.next/tsconfig.json`, '{ "extends": "../tsconfig.json" }\n');
  run([`${root}/node_modules/next/dist/bin/next`, 'build'], folder, 'The pages could not be built.');
  run([`${root}/scripts/pack-static.ts`], folder, 'The scripts of the pages could not be packed.');
  // what made it is not needed to serve it
  rmSync(`${absoluteFolder(folder)}/cache`, { recursive: true, force: true });
  writeFileSync(completeMark(folder), '');
}

/** Runs a script of Node for the build in this folder, and ends the process with what it printed if it fails. */
function run(args: readonly string[], folder: string, failure: string): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', WATEA_BUILD: folder },
    encoding: 'utf8',
  });
  if (status === 0) return;
  process.stderr.write(`${stdout}${stderr}\n${failure}\n`);
  process.exit(1);
}

function removeOtherBuilds(kept: readonly string[]): void {
  for (const name of readdirSync(absoluteFolder(builds))) {
    const folder = `${builds}/${name}`;
    if (kept.includes(folder) || isBeingMade(folder)) continue;
    rmSync(absoluteFolder(folder), { recursive: true, force: true });
  }
}

/** Whether another process may still be making a build. */
function isBeingMade(folder: string): boolean {
  const ageMs = Date.now() - statSync(absoluteFolder(folder)).ctimeMs;
  return !existsSync(completeMark(folder)) && ageMs < madeWithinMs;
}

if (import.meta.main) buildOnce();
