import type { Reason } from '#lib/refusal.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { excerpt } from '#lib/row-files/excerpt.ts';
import type { EpochMs, EpochSeconds } from '#lib/time/auckland.ts';
import { parseTimestamp } from '#lib/time/timestamp.ts';
import { nameReason } from './repeated-name.ts';

/** The columns of a register file; `cancel_date` is empty while the name is active. */
export const feedColumns = ['domain', 'registered', 'cancel_date'] as const;
export type FeedColumn = (typeof feedColumns)[number];

/** One row as it is in the file. */
export type FeedText = Readonly<Record<FeedColumn, string>>;

/** One row as the register stores it, with the name in ASCII form. */
export interface FeedRow {
  readonly name: string;
  readonly registered: EpochSeconds;
  readonly cancelled: EpochSeconds | null;
}

/**
 * Parses one row of a register file. Refused are names that cannot be a .nz domain (R7), texts that are not dates, dates
 * in the future, and a cancel date before the registration.
 *
 * @param fault gets everything that is wrong with the row, with its column
 * @returns the row, or undefined when there was a fault
 */
export function parseFeedRow(
  text: FeedText,
  now: EpochMs,
  fault: (field: FeedColumn, reason: Reason) => void,
): FeedRow | undefined {
  const name = parseName(text.domain);
  if (!name.valid) fault('domain', nameReason(text.domain, name.reason));
  const date = (field: 'registered' | 'cancel_date') => {
    const parsed = parsePast(text[field], now);
    if (typeof parsed === 'number') return parsed;
    fault(field, parsed);
    return undefined;
  };
  const registered = date('registered');
  const cancelled = text.cancel_date === '' ? null : date('cancel_date');
  if (registered !== undefined && typeof cancelled === 'number' && cancelled < registered) {
    fault('cancel_date', {
      code: 'cancelled-before-registered',
      cancelled: text.cancel_date,
      registered: text.registered,
    });
    return undefined;
  }
  if (!name.valid || registered === undefined || cancelled === undefined) return undefined;
  return { name: name.domain, registered, cancelled };
}

function parsePast(text: string, now: EpochMs): EpochSeconds | Reason {
  if (text === '') return { code: 'value-missing' };
  const parsed = parseTimestamp(text);
  if (!parsed.valid) return { code: 'not-a-timestamp', text: excerpt(text), why: parsed.fault };
  return parsed.epochSeconds * 1000 > now ? { code: 'in-the-future', text, now } : parsed.epochSeconds;
}
