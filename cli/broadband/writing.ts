import { byCommandLine } from '#cli/authorship.ts';
import type { CommandContext } from '#cli/command-line.ts';
import type { CoverageWriting } from '#flows/broadband/writing.ts';

/** How a command writes coverage: as the command line, showing its progress. */
export function writingOf(context: CommandContext): CoverageWriting {
  return { ...byCommandLine(context.nowMs), onProgress: context.progress.show };
}
