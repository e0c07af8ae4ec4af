import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ProcessorTime, restAfter } from '#lib/backup/schedule.ts';

/** Call it after each piece of work. */
export type Pace = () => Promise<void>;

/** Own processor time between two looks at the machine's, in milliseconds: the kernel counts that in steps of 10. */
const betweenLooksMs = 100;

/**
 * Rests while others want the processors, even where the priority of a process does not count. On a machine that is not
 * busy, and in the first tenth of a second, it does not rest.
 */
export function restBetween(): Pace {
  let looked = lookAtProcessors();
  return async () => {
    if (ownMs() - looked.own < betweenLooksMs) return;
    const now = lookAtProcessors();
    const spent = { own: now.own - looked.own, others: now.others - looked.others, total: now.total - looked.total };
    const restMs = restAfter(spent, now.processors);
    if (restMs > 0) await sleep(restMs);
    looked = restMs > 0 ? lookAtProcessors() : now;
  };
}

function lookAtProcessors(): ProcessorTime & { readonly processors: number } {
  const all = cpus();
  const own = ownMs();
  let [idle, total] = [0, 0];
  for (const { times } of all) {
    idle += times.idle;
    total += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { own, others: total - idle - own, total, processors: all.length };
}

function ownMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
