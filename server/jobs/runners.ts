import type { JobKind } from '#lib/jobs/kinds.ts';
import { backUpNow } from './backup.ts';
import { importCoverageFile } from './coverage-import.ts';
import { inspectCoverageFile } from './coverage-inspection.ts';
import { coverageTurn, figuresTurn } from './coverage-turn.ts';
import {
  completeCoverage,
  publishIndexed,
  rebuildVersion,
  retireCoverageLayer,
  rollBackIndexed,
  tidyUp,
} from './coverage-versions.ts';
import { importMapFile } from './map-file.ts';
import { applyProviderToPublished } from './provider-apply.ts';
import { importDelivery } from './register-delivery.ts';
import { importRegisterFile, previewRegisterFile } from './register-file.ts';
import { releaseNow } from './register-release.ts';
import { undoRegisterImport } from './register-undo.ts';
import type { JobRunner } from './runner.ts';

/** The runner of each kind of job. */
export const runners: Readonly<Record<JobKind, JobRunner>> = {
  'coverage inspection': coverageTurn(inspectCoverageFile),
  'coverage import': coverageTurn(importCoverageFile),
  'coverage rebuild': coverageTurn(rebuildVersion),
  'coverage publish': coverageTurn(publishIndexed),
  'coverage rollback': coverageTurn(rollBackIndexed),
  'coverage retire': coverageTurn(retireCoverageLayer),
  'coverage tidying': tidyUp,
  'coverage figures': figuresTurn(completeCoverage),
  'register preview': previewRegisterFile,
  'register import': importRegisterFile,
  'register delivery': importDelivery,
  'register undo': undoRegisterImport,
  'register release': releaseNow,
  'provider apply': coverageTurn(applyProviderToPublished),
  'map import': importMapFile,
  backup: backUpNow,
};
