import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

// tests start hundreds of servers and commands: with what the first has compiled, a start takes half the CPU time
process.env.NODE_COMPILE_CACHE ??= `${import.meta.dirname}/node_modules/.cache/compile`;

/** Tests below a folder of this name are those of `npm run test:faults`. */
const faults = '**/faults/**';
const exclude = [...configDefaults.exclude, faults];
const house = '{db,flows,app,server,cli,bench,components,scripts,tests/build,tests/models}';
const build = ['tests/support/setup/build.ts', 'tests/support/setup/compile-cache.ts'];

export default defineConfig({
  test: {
    // no more processes that compute than cores
    maxWorkers: Math.max(2, availableParallelism()),
    // files share their worker and what it has imported; setup files give each a fresh start
    isolate: false,
    // these end tests that hang, and are the only bound of what tests wait for (tests/support/wait-until.ts)
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: ['lib/**/*.test.ts'], exclude },
      },
      {
        extends: true,
        test: {
          name: 'house',
          include: [`${house}/**/*.test.ts`],
          exclude,
          setupFiles: ['tests/support/setup/fresh-values.ts'],
        },
      },
      {
        // smokes start the servers they need; files about staff share one for each worker
        extends: true,
        test: {
          name: 'served',
          include: ['tests/{smoke,staff}/**/*.test.ts'],
          globalSetup: [...build, 'tests/support/setup/staff-servers.ts'],
          setupFiles: ['tests/support/setup/fresh-values.ts'],
        },
      },
      {
        // all files ask the handlers in their own process, and the same server
        extends: true,
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          exclude,
          globalSetup: [...build, 'tests/support/setup/contract-servers.ts'],
          setupFiles: ['tests/support/setup/fresh-handlers.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['**/faults/**/*.test.ts'],
          globalSetup: build,
          setupFiles: ['tests/support/setup/fresh-values.ts'],
        },
      },
      {
        // the contract once more, on three nodes of a cluster and through Next's router
        extends: true,
        test: {
          name: 'cluster',
          include: ['tests/contract/**/*.test.ts'],
          exclude,
          globalSetup: [...build, 'tests/support/setup/contract-nodes.ts'],
          setupFiles: ['tests/support/setup/fresh-handlers.ts'],
        },
      },
    ],
  },
});
