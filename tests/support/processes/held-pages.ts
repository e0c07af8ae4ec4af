import { existsSync } from 'node:fs';

// Loaded into every process of a server with `--import`: the pages process starts only once the file `PAGES_MAY_START`
// exists, as it would on a machine that is slow.

const mark = process.env.PAGES_MAY_START ?? '';
if (process.argv[1]?.endsWith('/pages.ts')) {
  const still = new Int32Array(new SharedArrayBuffer(4));
  while (!existsSync(mark)) Atomics.wait(still, 0, 0, 20);
}
