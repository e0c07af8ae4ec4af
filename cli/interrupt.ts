/** What Ctrl+C throws into a command, from its next report of progress. Its message is for the person. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}

/** The exit status of a command that Ctrl+C ended, as shells have it. */
export const interruptedStatus = 130;

/** A command that does not report within this time after Ctrl+C is ended, in milliseconds. */
const patienceMs = 1500;

/** Watches for Ctrl+C while a command runs. */
export interface InterruptWatch {
  /** @throws Interrupted, once, after Ctrl+C: cleaning up afterwards reports too */
  check(): void;
  /** Says what has been done so far and stays. */
  keep(sentence: string): void;
  end(): void;
}

/**
 * Watches for Ctrl+C (SIGINT) from the first `check`; before, nothing is written, and it ends the process as usual. The
 * command is stopped at its next `check`, and removes what it wrote. One that does not report, and a second Ctrl+C, end the
 * process: what it wrote is invisible then, and the next command removes it.
 */
export function watchInterrupts(): InterruptWatch {
  let state: 'idle' | 'watching' | 'asked' | 'stopping' = 'idle';
  let timer: NodeJS.Timeout | undefined;
  let kept: string | undefined;
  const onInterrupt = () => {
    if (state !== 'watching') return kill();
    state = 'asked';
    timer = setTimeout(() => state === 'asked' && kill(), patienceMs);
  };
  return {
    check() {
      if (state === 'idle') {
        state = 'watching';
        process.on('SIGINT', onInterrupt);
      }
      if (state !== 'asked') return;
      state = 'stopping';
      throw new Interrupted(kept === undefined ? 'Cancelled: nothing was changed.' : `Cancelled. ${kept}`);
    },
    keep(sentence) {
      kept = sentence;
    },
    end() {
      clearTimeout(timer);
      process.off('SIGINT', onInterrupt);
    },
  };
}

function kill(): void {
  process.stderr.write('\nCancelled. What was not complete is invisible, and the next command removes it.\n');
  process.exit(interruptedStatus);
}
