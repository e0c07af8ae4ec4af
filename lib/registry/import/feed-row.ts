import { parseName } from '#lib/registry/names/name.ts';
import { quoted } from '#lib/row-files/quoted.ts';
import { type EpochMs, type EpochSeconds, formatAuckland } from '#lib/time/auckland.ts';
import { parseTimestamp } from '#lib/time/timestamp.ts';

/** The columns of a register file; `cancel_date` is empty while the name is active. */
export const feedColumns = ['domain', 'registered', 'cancel_date'] as const;

/** One row as the feed wrote it. */
export type FeedText = Readonly<Record<(typeof feedColumns)[number], string>>;

/** One row as the register holds it: the name in ASCII form. */
export interface FeedRow {
  readonly name: string;
  readonly registered: EpochSeconds;
  readonly cancelled: EpochSeconds | null;
}

/**
 * Reads one row of a feed. Refused are a name that cannot be a .nz domain (R7), dates that are none, dates in the
 * future and a cancel date before the registration.
 *
 * @param fault is told everything that is wrong with the row, each as a sentence's worth that names field and value
 * @returns the row, or undefined when there was a fault
 */
export function parseFeedRow(text: FeedText, now: EpochMs, fault: (message: string) => void): FeedRow | undefined {
  const name = parseName(text.domain);
  if (!name.valid) fault(text.domain === '' ? 'domain is empty' : `domain ${quoted(text.domain)} ${name.reason}`);
  const registered = parsePast('registered', text.registered, now, fault);
  const cancelled = text.cancel_date === '' ? null : parsePast('cancel_date', text.cancel_date, now, fault);
  if (registered !== undefined && typeof cancelled === 'number' && cancelled < registered) {
    fault(`cancel_date ${quoted(text.cancel_date)} is earlier than registered ${quoted(text.registered)}`);
    return undefined;
  }
  if (!name.valid || registered === undefined || cancelled === undefined) return undefined;
  return { name: name.domain, registered, cancelled };
}

function parsePast(field: string, text: string, now: EpochMs, fault: (message: string) => void): number | undefined {
  if (text === '') {
    fault(`${field} is empty`);
    return undefined;
  }
  const parsed = parseTimestamp(text);
  if (!parsed.valid) {
    fault(`${field} ${quoted(text)} ${parsed.reason}`);
    return undefined;
  }
  if (parsed.epochSeconds * 1000 > now) {
    fault(`${field} ${quoted(text)} is in the future: it is ${formatAuckland(now)} now`);
    return undefined;
  }
  return parsed.epochSeconds;
}
