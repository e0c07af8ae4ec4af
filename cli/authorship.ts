import type { Authorship } from '#db/audit/record-change.ts';
import type { CoverageWriting } from '#flows/broadband/writing.ts';
import { commandLine } from '#lib/audit/authors.ts';
import type { CommandContext } from './command-line.ts';

/** Changes made on the command line, where nobody signs in and there is no address. */
export function byCommandLine(nowMs: number): Authorship {
  return { actor: { who: commandLine, address: null }, nowMs };
}

/** How a command writes coverage: as the command line, showing its progress. */
export function writingOf(context: CommandContext): CoverageWriting {
  return { ...byCommandLine(context.nowMs), onProgress: context.progress.show };
}
