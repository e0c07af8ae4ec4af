import { CoverageBusy } from '#db/broadband/lock.ts';
import { inBrowserWords } from '#lib/broadband/import/choice-labels.ts';
import { type Reason, Refusal } from '#lib/refusal.ts';
import type { JobRunner } from './runner.ts';
import { waitWhileBusy } from './wait-while-busy.ts';

/**
 * Work on the coverage as the browser has it done: it waits while the command line is at it, and what it refuses speaks
 * of what the browser shows.
 */
export function coverageTurn(runner: JobRunner): JobRunner {
  return async (context) => {
    try {
      return await waitWhileBusy(
        context,
        (fault) => fault instanceof CoverageBusy,
        () => runner(context),
      );
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      const faults = fault.faults.map(({ where, reason }) => ({ where, reason: inBrowser(reason) }));
      throw new Refusal(inBrowser(fault.reason), faults, fault.total);
    }
  };
}

function inBrowser(reason: Reason): Reason {
  return reason.code === 'worded' ? { code: 'worded', sentence: inBrowserWords(reason.sentence) } : reason;
}
