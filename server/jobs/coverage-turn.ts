import { Refusal } from '#lib/refusal.ts';
import type { JobRunner } from './runner.ts';
import { waitWhileBusy } from './wait-while-busy.ts';

/** Runs a coverage job as soon as no command changes coverage; until then the job waits. */
export function coverageTurn(runner: JobRunner): JobRunner {
  const isBusy = (fault: unknown) => fault instanceof Refusal && fault.reason.code === 'coverage-busy';
  return (context) => waitWhileBusy(context, isBusy, () => runner(context));
}
