import { formatList, nameOfTechnology } from '#lib/map/answer/words.ts';
import { type AreaOutcome, type AreaShares, formatShare } from '#lib/map/area/area.ts';
import type { Say } from '#lib/messages/say.ts';

/** The reason why an area was not measured. */
export function wordsForUnmeasured(say: Say, outcome: Exclude<AreaOutcome, { kind: 'measured' }>): string {
  switch (outcome.kind) {
    case 'too large':
      return say('area.too-large', { width: kilometres(outcome.width), height: kilometres(outcome.height) });
    case 'empty':
      return say('area.empty');
    case 'outside':
      return say('area.outside');
    case 'limit reached':
      return say('area.limit');
    case 'offline':
      return say('area.offline');
    case 'fault':
      return say('area.fault');
  }
}

/** The announcement for screen readers when an area was measured, or could not be. */
export function announcementForArea(say: Say, outcome: AreaOutcome | undefined): string {
  if (outcome === undefined) return '';
  if (outcome.kind !== 'measured') return wordsForUnmeasured(say, outcome);
  return say('area.announced', { summary: summary(say, outcome.shares) });
}

/** `9.8` or `0.45`: kilometres with the usual precision. */
export function kilometres(length: number): string {
  return length.toLocaleString('en-NZ', { maximumSignificantDigits: length < 10 ? 2 : 3 });
}

function summary(say: Say, { technologies }: AreaShares): string {
  return formatList(
    say,
    technologies.map(({ technology, available }) =>
      say('area.covers', { technology: nameOfTechnology(say, technology), share: formatShare(available) }),
    ),
  );
}
