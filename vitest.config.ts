import { defineConfig } from 'vitest/config';
import { WaitingFirst } from './tests/support/waiting-first.ts';

export default defineConfig({
  test: {
    // most tests of the process wait: with one file more than there are cores, these are kept busy
    maxWorkers: 3,
    sequence: { sequencer: WaitingFirst },
    // these end tests that hang; waits within one are shorter (tests/support/wait-until.ts)
    testTimeout: 300_000,
    hookTimeout: 240_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['lib/**/*.test.ts'],
          // rules keep nothing between two questions: their files may share what they import
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'house',
          include: ['{db,flows,app,server,cli,bench,components,scripts,tests}/**/*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
    ],
  },
});
