import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{lib,db,app,server,cli,bench,components,tests}/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
