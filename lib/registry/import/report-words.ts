import { type EpochMs, formatAuckland } from '#lib/time/auckland.ts';
import { type ChangeKind, changeKinds, type NameState } from './comparison.ts';
import { type ChangedName, type Difference, shownOfEachKind } from './difference.ts';

/** The heading of each kind of change. */
export const changeTitles: Readonly<Record<ChangeKind, string>> = {
  new: 'New',
  changed: 'Changed dates',
  cancelled: 'Cancelled',
  restored: 'Restored',
  missing: 'Missing for the first time; they keep their status',
  removed: 'Removed because they were missing twice',
  left: 'Left after their release',
};

/** A difference as lines of text: each kind with its count, then its first names with their states before and after. */
export function differenceLines(difference: Difference, counts: Readonly<Record<ChangeKind, number>>): string[] {
  return changeKinds.flatMap((kind) => {
    const names = difference[kind] ?? [];
    if (names.length === 0) return [];
    const of = counts[kind] > names.length ? `, the first ${shownOfEachKind}` : '';
    const title = `${changeTitles[kind]} (${counts[kind].toLocaleString('en-NZ')}${of}):`;
    return [title, ...names.map((changed) => `  ${changed.name}: ${changeText(changed)}`)];
  });
}

/** `before → after`, or the state alone when it stays. */
function changeText(changed: ChangedName): string {
  const { before, after } = changeTexts(changed, formatAuckland);
  return before === after ? before : `${before} → ${after}`;
}

/**
 * A name's states before and after a change, in words. A registration that stays is not repeated.
 *
 * @param timeText writes an instant
 */
export function changeTexts(
  { before, after }: ChangedName,
  timeText: (instant: EpochMs) => string,
): { readonly before: string; readonly after: string } {
  const isSameRegistration = before !== null && after !== null && before.registered === after.registered;
  const stateText = (state: NameState | null): string => {
    if (state === null || state.registered === null) return 'not in the register';
    const registered = isSameRegistration ? [] : [`registered ${timeText(state.registered * 1000)}`];
    if (state.cancelled === null) return registered[0] ?? 'active';
    const cancelled = [...registered, `cancelled ${timeText(state.cancelled * 1000)}`].join(', ');
    return state.freeAt === null ? cancelled : `${cancelled}, released ${timeText(state.freeAt)}`;
  };
  return { before: stateText(before), after: stateText(after) };
}

/** Counts as a line: `new 3, changed 0, …`. */
export function countsLine(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${kind} ${count.toLocaleString('en-NZ')}`)
    .join(', ');
}

/** What missing names mean, if there are any. */
export function missingLines({ missing = 0 }: Readonly<Record<string, number>>): string[] {
  if (missing === 0) return [];
  return ['Missing names keep their status; they are removed if the next full file lacks them too.'];
}
