import { type CoverageLookup, coverageLookup, keptDays, pastLookup } from '#db/broadband/lookup.ts';
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

/** The most days that a refusal names. */
const mostNamed = 20;

/** The look-up in the coverage of a day, or in the published coverage; the reason if that of the day is not kept (N19). */
export function coverageOf(asked: AskedDay | undefined): PointAnswers | ApiReason {
  if (asked === undefined) return coverage();
  const { day, until } = asked;
  return apiReader().inSnapshot(() => {
    const found = past()(until);
    if (found.ok) return found;
    if (found.found === 'nothing-published') return { code: 'nothing-published-then', day };
    return { code: 'coverage-not-kept', day, kept: keptDays(apiReader().connection).slice(0, mostNamed) };
  });
}
