import { Refusal } from '#lib/refusal.ts';
import type { JobRunner } from './runner.ts';
import { waitWhileBusy } from './wait-while-busy.ts';

/** Runs a coverage job as soon as no command changes coverage; until then the job waits. */
export function coverageTurn(runner: JobRunner): JobRunner {
  return turn(runner, 'coverage-busy');
}

/** Runs a job that measures and draws as soon as no command does. */
export function figuresTurn(runner: JobRunner): JobRunner {
  return turn(runner, 'figures-busy');
}

function turn(runner: JobRunner, code: 'coverage-busy' | 'figures-busy'): JobRunner {
  const isBusy = (fault: unknown) => fault instanceof Refusal && fault.reason.code === code;
  return (context) => waitWhileBusy(context, isBusy, () => runner(context));
}
