import { formatAuckland } from '#lib/time/auckland.ts';
import { type ChangeKind, changeKinds, type NameState } from './comparison.ts';
import { type ChangedName, type Difference, shownOfEachKind } from './difference.ts';

/** What the kinds of change are called where people read them. */
export const changeTitles: Readonly<Record<ChangeKind, string>> = {
  new: 'New',
  changed: 'Changed dates',
  cancelled: 'Cancelled',
  restored: 'Restored',
  missing: 'Gone: missing for the first time, they keep their status',
  removed: 'Gone: removed',
  left: 'Gone: left after their release',
};

/** A difference as lines of text: each kind with its count, then the first names with what they were and become. */
export function differenceLines(difference: Difference, counts: Readonly<Record<ChangeKind, number>>): string[] {
  return changeKinds.flatMap((kind) => {
    const names = difference[kind] ?? [];
    if (names.length === 0) return [];
    const of = counts[kind] > names.length ? `, the first ${shownOfEachKind}` : '';
    const title = `${changeTitles[kind]} (${counts[kind].toLocaleString('en-NZ')}${of}):`;
    return [title, ...names.map((changed) => `  ${changed.name}: ${changeText(changed)}`)];
  });
}

/** What became of a name, as `active → cancelled …`; only the state when it stays. */
export function changeText(changed: ChangedName): string {
  const { before, after } = changeTexts(changed);
  return before === after ? before : `${before} → ${after}`;
}

/** What a name was and becomes, each in words; a registration that stays the same is not repeated. */
export function changeTexts({ before, after }: ChangedName): { readonly before: string; readonly after: string } {
  const isSame = before !== null && after !== null && before.registered === after.registered;
  return { before: stateText(before, isSame), after: stateText(after, isSame) };
}

function stateText(state: NameState | null, isRegistrationKnown: boolean): string {
  if (state === null || state.registered === null) return 'not in the register';
  const registered = isRegistrationKnown ? [] : [`registered ${formatAuckland(state.registered * 1000)}`];
  if (state.cancelled === null) return registered[0] ?? 'active';
  const cancelled = [...registered, `cancelled ${formatAuckland(state.cancelled * 1000)}`].join(', ');
  return state.freeAt === null ? cancelled : `${cancelled}, released ${formatAuckland(state.freeAt)}`;
}
