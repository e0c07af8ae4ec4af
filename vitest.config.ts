import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{lib,db,app,server,cli,bench,components,tests}/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    // most tests of the process wait; two files at a time keep both cores busy
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
