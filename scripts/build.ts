import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';

const root = `${import.meta.dirname}/..`;
const stamp = `${root}/.next/watea-source`;

/** Everything that goes into the build: the pages, what they import, and how they are built. */
const sources = [
  '{app,components,lib,db,flows,server}/**/*.{ts,tsx,css,svg,ico,woff2,json,sql}',
  '{package.json,next.config.mjs,tsconfig.json,scripts/pack-static.ts,public/icon-32.png}',
];

/** A digest of the current source without test files. */
function sourceDigest(): string {
  const digest = createHash('sha256');
  for (const file of globSync(sources, { cwd: root }).sort()) {
    if (/\.test\.tsx?$/.test(file)) continue;
    digest
      .update(file)
      .update('\0')
      .update(readFileSync(`${root}/${file}`))
      .update('\0');
  }
  return digest.digest('hex');
}

function builtDigest(): string {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return '';
  }
}

/** Builds the pages unless there is a build of exactly this source. Ends the process when the build fails. */
export function buildOnce(): void {
  const digest = sourceDigest();
  if (builtDigest() === digest) return;
  process.stderr.write('Building the pages, once for each change of the source …\n');
  const build = spawnSync(process.execPath, [`${root}/node_modules/next/dist/bin/next`, 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    encoding: 'utf8',
  });
  if (build.status !== 0) {
    process.stderr.write(`${build.stdout}${build.stderr}\nThe pages could not be built.\n`);
    process.exit(1);
  }
  const packing = spawnSync(process.execPath, [`${root}/scripts/pack-static.ts`], { encoding: 'utf8' });
  if (packing.status !== 0) {
    process.stderr.write(`${packing.stderr}\nThe scripts of the pages could not be packed.\n`);
    process.exit(1);
  }
  writeFileSync(stamp, digest);
}

if (import.meta.main) buildOnce();
