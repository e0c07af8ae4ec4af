import {
  type CoverageLookup,
  coverageLookup,
  keptDays,
  keptSpans,
  type PastCoverage,
  pastLookup,
} from '#db/broadband/lookup.ts';
import type { AskedDay } from '#lib/broadband/asked-day.ts';
import type { PointAnswers } from '#lib/broadband/bulk/bulk-answer.ts';
import { processWide } from '#lib/process-wide.ts';
import type { ApiReason } from '#lib/words/api.ts';
import { apiReader } from '#server/process/api-reader.ts';

/** This process's look-up in the published coverage. */
export function coverage(): CoverageLookup {
  return processWide('coverage', () => {
    const { connection, inSnapshot } = apiReader();
    return coverageLookup(connection, inSnapshot);
  });
}

const past = () => processWide('past-coverage', () => pastLookup(apiReader().connection));

/** The most times of days that a refusal names. */
const mostNamed = 20;

/** The coverage of a day as an answer that is made at once finds it; the reason if it is not kept (N19). */
function coverageOf({ day, until }: AskedDay): (PastCoverage & { readonly ok: true }) | ApiReason {
  const found = past()(until);
  if (found.ok) return found;
  const kept = keptSpans(apiReader().connection);
  if (found.found === 'nothing-published') return { code: 'nothing-published-then', day, first: kept.at(-1)?.from };
  return { code: 'coverage-not-kept', day, kept: kept.slice(0, mostNamed), hasMore: kept.length > mostNamed };
}

/**
 * Makes answers from the coverage of a day, or from the published coverage, in one snapshot: a version that is no longer
 * kept may lose its index at any time. @returns what `make` returns; the reason if the coverage of that day is not kept
 */
export function answeredAsOf<T>(asked: AskedDay | undefined, make: (answers: PointAnswers) => T): T | ApiReason {
  if (asked === undefined) return make(coverage());
  return apiReader().inSnapshot(() => {
    const found = coverageOf(asked);
    return 'code' in found ? found : make(found);
  });
}

/** The version that was in force at the end of a day; the reason if its coverage is not kept. */
export function versionOfDay(asked: AskedDay): number | ApiReason {
  return apiReader().inSnapshot(() => {
    const found = coverageOf(asked);
    return 'code' in found ? found : found.versionId;
  });
}

/** The days before the present version's whose coverage can be asked, the newest first. */
export function earlierDays(): readonly string[] {
  return keptDays(apiReader().connection).slice(1);
}
