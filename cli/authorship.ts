import type { Authorship } from '#db/audit/record-change.ts';
import { commandLine } from '#lib/audit/authors.ts';

/** Changes made on the command line, where nobody signs in and there is no address. */
export function byCommandLine(nowMs: number): Authorship {
  return { actor: { who: commandLine, address: null }, nowMs };
}
