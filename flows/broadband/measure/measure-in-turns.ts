import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest that measuring blocks the event loop. */
const turnMs = 25;

/**
 * Runs a computation that yields every few milliseconds to its end. It gives the event loop a turn between, so that a job
 * can be cancelled and others are answered.
 *
 * @param report called before each turn with what was yielded last; what it throws ends the computation
 */
export async function finishInTurns<Step, Result>(
  steps: Iterator<Step, Result>,
  report: (step: Step) => void,
): Promise<Result> {
  let turnEnds = performance.now() + turnMs;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() < turnEnds) continue;
    report(step.value);
    await nextTurn();
    turnEnds = performance.now() + turnMs;
  }
}
