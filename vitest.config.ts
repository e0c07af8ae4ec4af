import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { WaitingFirst } from './tests/support/waiting-first.ts';

// tests start hundreds of servers and commands: with what the first has compiled, a start takes half the CPU time
process.env.NODE_COMPILE_CACHE ??= `${import.meta.dirname}/node_modules/.cache/compile`;

/** What both APIs answer, and who may ask. */
const clusterTests = [
  'tests/contract/registry/{access,availability,droplist,statuses}.test.ts',
  'tests/contract/broadband/{answer,point}.test.ts',
];

export default defineConfig({
  test: {
    // the first files wait for clocks and other processes for a minute: beside them as many compute as there are cores
    maxWorkers: Math.max(2, availableParallelism()) + 4,
    // files share their worker and what it has imported; setup files give each a fresh start
    isolate: false,
    sequence: { sequencer: WaitingFirst },
    // these end tests that hang; waits within a test are shorter (tests/support/wait-until.ts)
    testTimeout: 300_000,
    hookTimeout: 240_000,
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: ['lib/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'house',
          include: ['{db,flows,app,server,cli,bench,components,scripts,tests/build,tests/models}/**/*.test.ts'],
          setupFiles: ['tests/support/setup/fresh-values.ts'],
        },
      },
      {
        // each file starts the servers it needs
        extends: true,
        test: {
          name: 'served',
          include: ['tests/{edge,process,staff}/**/*.test.ts'],
          globalSetup: ['tests/support/setup/build.ts', 'tests/support/setup/compile-cache.ts'],
          setupFiles: ['tests/support/setup/fresh-values.ts'],
        },
      },
      {
        // all files ask the same two servers
        extends: true,
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: [
            'tests/support/setup/build.ts',
            'tests/support/setup/compile-cache.ts',
            'tests/support/setup/contract-servers.ts',
          ],
          setupFiles: ['tests/support/setup/fresh-handlers.ts'],
        },
      },
      {
        // the same on three nodes of a cluster: a part of it, and all of it by npm run test:long
        extends: true,
        test: {
          name: 'cluster',
          include: process.env.WATEA_LONG === '1' ? ['tests/contract/**/*.test.ts'] : clusterTests,
          globalSetup: [
            'tests/support/setup/build.ts',
            'tests/support/setup/compile-cache.ts',
            'tests/support/setup/contract-nodes.ts',
          ],
          setupFiles: ['tests/support/setup/fresh-handlers.ts'],
        },
      },
    ],
  },
});
