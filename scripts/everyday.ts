import { checks, journeys, unitTests } from './suites.ts';

/** What `npm test` runs: everything that says whether the code is right, and nothing that a busy machine can disturb. */
export const everyday = [
  checks,
  unitTests('unit, route and contract tests', ['rules', 'house', 'contract', 'served']),
  journeys('browser journeys', ['--grep', '@everyday']),
];
