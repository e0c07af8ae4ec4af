import type { CommandContext } from '#cli/command-line.ts';
import { getComparison } from '#db/broadband/comparisons.ts';
import { type Completed, completeVersion } from '#flows/broadband/figures/complete-version.ts';
import type { Comparison } from '#lib/broadband/measure/comparison.ts';
import { Refusal } from '#lib/refusal.ts';
import { describeComparison } from './coverage-difference.ts';
import { writingOf } from './writing.ts';

/** What a command says after it has measured and drawn the version that it made. */
export interface CompletedVersion {
  readonly lines: readonly string[];
  readonly areas: Comparison['areas'] | null;
  readonly seconds: { readonly measuring: number; readonly drawing: number } | null;
}

/** What is printed before it begins. */
export const completingLine = 'Now its areas are measured and its map is drawn; nothing waits for that.';

/** Measures and draws a version that was made by this command. A server may be doing it already. */
export async function completeMade(context: CommandContext, versionId: number): Promise<CompletedVersion> {
  const { writer } = context.database;
  try {
    const completed = await completeVersion(writer, versionId, writingOf(context));
    const comparison = getComparison(writer.db, versionId);
    const lines = [
      ...(comparison === undefined ? [] : describeComparison(comparison)),
      ...(completed === undefined ? [] : [timesLine(completed)]),
    ];
    return { lines, areas: comparison?.areas ?? null, seconds: completed === undefined ? null : secondsOf(completed) };
  } catch (fault) {
    if (!(fault instanceof Refusal) || fault.reason.code !== 'figures-busy') throw fault;
    const line = `Another process is doing that: "coverage show ${versionId}" shows the areas when it has finished.`;
    return { lines: [line], areas: null, seconds: null };
  }
}

function timesLine(completed: Completed): string {
  const { measuring, drawing } = secondsOf(completed);
  return `Measured in ${measuring} s, drawn in ${drawing} s.`;
}

function secondsOf({ measureMs, drawMs }: Completed) {
  return { measuring: Math.round(measureMs) / 1000, drawing: Math.round(drawMs) / 1000 };
}
