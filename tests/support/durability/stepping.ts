import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a process does at each of its durable writes. */
export interface Stepping {
  /** Call it after each durable write. */
  readonly onWrite: () => void;
  /** From here on, writes count. */
  begin(): void;
  /** Prints how many writes there were, and ends the process by SIGKILL. */
  end(): never;
}

/**
 * Steps through the durable writes of this process, whose database has its folder for itself. `killAt` 0: after each one,
 * the folder is copied to `<copies>/<number>`, which is what a kill at that moment would leave. Otherwise the process
 * kills itself there.
 */
export function stepThrough(databaseFile: string, copies: string, killAt: number): Stepping {
  // the copies are themselves files, and what is watched calls the functions by their present names
  const copy = cpSync;
  let writes = 0;
  let isOpen = false;
  return {
    onWrite() {
      if (!isOpen) return;
      writes++;
      if (writes === killAt) process.kill(process.pid, 'SIGKILL');
      if (killAt !== 0) return;
      isOpen = false;
      copy(dirname(databaseFile), join(copies, String(writes)), { recursive: true });
      isOpen = true;
    },
    begin() {
      isOpen = true;
    },
    end() {
      process.stdout.write(`${writes}\n`);
      process.kill(process.pid, 'SIGKILL');
      throw new Error('A killed process goes on.');
    },
  };
}
