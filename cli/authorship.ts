import type { Authorship } from '#db/audit/record-change.ts';

/** Who changes something from a terminal: nobody signs in there, and there is no address. */
export function byCommandLine(nowMs: number): Authorship {
  return { actor: { who: 'command line', address: null }, nowMs };
}
