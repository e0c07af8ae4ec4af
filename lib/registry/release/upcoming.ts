import type { RegisterRow, Status } from '#lib/registry/status.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import type { DroplistEntry } from './droplist.ts';
import { dropDate } from './release.ts';

/**
 * A state of the register from which all upcoming releases follow (R16): a revision, and the last instant at which time or
 * a job has changed them. As a cursor it says what a caller has already got.
 */
export interface RegisterPosition {
  readonly revision: number;
  /** When it was published: after a restore, another revision may have the same number. */
  readonly publishedAt: EpochMs;
  readonly at: EpochMs;
}

/** How the release jobs stand at an instant. `ranUntil`: the schedule date of the last that has run. */
export interface JobsAt {
  readonly now: EpochMs;
  readonly ranUntil: EpochMs | undefined;
}

/** The upcoming release of a name of the register; undefined for one that is not pending (R15). */
export function upcomingRelease(
  domain: string,
  row: RegisterRow | undefined,
  { now, ranUntil }: JobsAt,
): DroplistEntry | undefined {
  if (row === undefined || row.cancelled === null || (row.freeAt !== null && row.freeAt <= now)) return undefined;
  const { registered, cancelled, freeAt } = row;
  return { domain, registered, cancelled, drop: freeAt ?? dropDate(cancelled, now, ranUntil) };
}

/** A name whose upcoming release is new, has other dates, or is gone: `status` is then the name's own. */
export type ReleaseChange =
  | { readonly change: 'added' | 'changed'; readonly release: DroplistEntry }
  | { readonly change: 'removed'; readonly domain: string; readonly status: Status };

/** What has become of the upcoming release of a name between two states. @param status asked for a name that is gone */
export function releaseChange(
  former: DroplistEntry | undefined,
  release: DroplistEntry | undefined,
  status: () => Status,
): ReleaseChange | undefined {
  if (release === undefined)
    return former === undefined ? undefined : { change: 'removed', domain: former.domain, status: status() };
  if (former === undefined) return { change: 'added', release };
  const isSame =
    former.registered === release.registered && former.cancelled === release.cancelled && former.drop === release.drop;
  return isSame ? undefined : { change: 'changed', release };
}

/** The text of a position. */
export function cursorOf({ revision, publishedAt, at }: RegisterPosition): string {
  return [revision, publishedAt, at].map((number) => number.toString(36)).join('-');
}

/** Reads the text of a position; undefined for any other text. */
export function parseCursor(text: string): RegisterPosition | undefined {
  if (!/^[0-9a-z]{1,10}(-[0-9a-z]{1,10}){2}$/.test(text)) return undefined;
  const [revision = 0, publishedAt = 0, at = 0] = text.split('-').map((part) => Number.parseInt(part, 36));
  return { revision, publishedAt, at };
}

/** Where the next page of upcoming releases begins: after this one. */
export type PagePlace = Pick<DroplistEntry, 'drop' | 'domain'>;

export function pageCursorOf({ drop, domain }: PagePlace): string {
  return `${drop.toString(36)}.${domain}`;
}

/** Reads the text of a place; undefined for any other text. */
export function parsePageCursor(text: string): PagePlace | undefined {
  const [, drop, domain] = /^([0-9a-z]{1,10})\.([0-9a-z.-]{1,250}\.nz)$/.exec(text) ?? [];
  return drop === undefined || domain === undefined ? undefined : { drop: Number.parseInt(drop, 36), domain };
}
