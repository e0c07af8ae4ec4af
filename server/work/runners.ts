import type { WorkKind } from '#lib/work/kinds.ts';
import { importCoverageFile } from './coverage-import.ts';
import type { WorkRunner } from './runner.ts';

/** What does each kind of work. */
export const runners: Readonly<Record<WorkKind, WorkRunner>> = {
  'coverage import': importCoverageFile,
};
