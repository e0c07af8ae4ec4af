import type { Connection } from '#db/client.ts';
import { and, asc, eq, gt, lte, ne } from '#db/drizzle.ts';
import { readGeneration } from '#db/generation.ts';
import type { PastState } from '#lib/registry/history.ts';
import { unicodeName } from '#lib/registry/names/label.ts';
import { hasPart, type NamePart } from '#lib/registry/names/name-part.ts';
import type { Suffix } from '#lib/registry/names/suffix.ts';
import { cancelledToDrop, type Days } from '#lib/registry/release/release.ts';
import type { RegisterRow } from '#lib/registry/status.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { pagesByName, rowsOf } from './pages-by-name.ts';
import { domain, registerRun, releaseRun } from './schema.ts';
import { isCurrentState } from './states.ts';

export const nameStates = ['active', 'pending', 'released'] as const;

export interface NameQuery {
  readonly state: (typeof nameStates)[number] | undefined;
  readonly suffix: Suffix | undefined;
  readonly contains: NamePart | undefined;
  /** Days on which pending names drop, released names became available, and all others were registered. */
  readonly days: Days | undefined;
  readonly page: number;
  readonly pageSize: number;
}

export interface PageOfNames {
  readonly rows: readonly NameOfList[];
  /** How many there are, at most `mostListed`. */
  readonly total: number;
  /** Whether there are more than `mostListed`, beyond which nothing is listed. */
  readonly isCut: boolean;
}

export type NameOfList = RegisterRow & { readonly name: string };

/** The most names that can be listed. It limits the cost of a page whatever the size of the register. */
export const mostListed = 10_000;

/**
 * A page of the names in the register: pending names by when they drop, released ones by when they became available,
 * latest first, and all others by name.
 */
export function pageOfNames({ sqlite, db }: Connection, wanted: NameQuery, now: EpochMs): PageOfNames {
  const { value: published } = readGeneration(db, 'register');
  const { from, where, order, values } = sourceOf(wanted, now);
  const rows = sqlite
    .prepare<Record<string, unknown>, NameOfList>(
      `SELECT name, registered, cancelled, free_at AS freeAt FROM ${from}
       WHERE ${where} ${suffixCondition(wanted.suffix)} ${partCondition(wanted.contains)}
         AND ${isCurrentState('@published')}
       ORDER BY ${order}`,
    )
    .iterate({ ...values, published, suffix: wanted.suffix, ...partValues(wanted.contains) });

  const first = (wanted.page - 1) * wanted.pageSize;
  const found: NameOfList[] = [];
  let total = 0;
  for (const row of rows) {
    if (wanted.contains !== undefined && !hasPart(row.name, wanted.contains, 'anywhere')) continue;
    if (total === mostListed) return { rows: found, total, isCut: true };
    if (total >= first && found.length < wanted.pageSize) found.push(row);
    total++;
  }
  return { rows: found, total, isCut: false };
}

const namesAtOnce = 1000;

/** All names that match, by name, read in batches, so that none of them stay in memory. */
export function* matchingNames(
  { sqlite, db }: Connection,
  wanted: Omit<NameQuery, 'page' | 'pageSize'>,
  now: EpochMs,
): Generator<NameOfList> {
  const { value: published } = readGeneration(db, 'register');
  const { from, where, values } = sourceOf(wanted, now);
  const batch = sqlite.prepare<Record<string, unknown>, NameOfList>(
    `SELECT name, registered, cancelled, free_at AS freeAt FROM ${from}
     WHERE ${where} AND name > @after ${suffixCondition(wanted.suffix)} ${partCondition(wanted.contains)}
       AND ${isCurrentState('@published')}
     ORDER BY name LIMIT ${namesAtOnce}`,
  );
  const given = { ...values, published, suffix: wanted.suffix, ...partValues(wanted.contains) };
  for (const row of rowsOf(pagesByName((after) => batch.all({ ...given, after })))) {
    if (wanted.contains === undefined || hasPart(row.name, wanted.contains, 'anywhere')) yield row;
  }
}

/**
 * The first names in the register, by name, that contain a part of a name or begin with it. Only what begins with a part is
 * found without reading every name.
 *
 * @returns the names as people write them
 */
export function namesWith(
  { sqlite, db }: Connection,
  part: NamePart,
  { where, most }: { readonly where: 'anywhere' | 'at the beginning'; readonly most: number },
): string[] {
  const { value: published } = readGeneration(db, 'register');
  const found: string[] = [];
  for (const condition of where === 'anywhere' ? [partCondition(part)] : beginningConditions) {
    const rows = sqlite
      .prepare<Record<string, unknown>, string>(
        `SELECT name FROM domain AS state WHERE 1 ${condition} AND ${isCurrentState('@published')} ORDER BY name`,
      )
      .pluck()
      .iterate({ ...partValues(part), published });
    for (const name of rows) {
      if (!hasPart(name, part, where)) continue;
      found.push(unicodeName(name));
      if (found.length === most) return found;
    }
  }
  return found;
}

interface Source {
  readonly from: string;
  readonly where: string;
  readonly order: string;
  readonly values: Readonly<Record<string, number>>;
}

function sourceOf({ state, days }: Pick<NameQuery, 'state' | 'days'>, now: EpochMs): Source {
  if (state === 'pending') return pendingSource(days, now);
  if (state === 'released') {
    const { from, until } = days ?? { from: 0, until: now + 1 };
    return {
      from: 'domain AS state INDEXED BY domain_marked',
      where: 'free_at >= @from AND free_at <= @until',
      order: 'free_at DESC, name',
      values: { from, until: Math.min(until - 1, now) },
    };
  }
  const range = days === undefined ? '' : 'AND registered >= @from AND registered < @until';
  return {
    from: 'domain AS state',
    where: `${state === 'active' ? 'cancelled IS NULL' : '1'} ${range}`,
    order: 'name',
    values: days === undefined ? {} : { from: days.from / 1000, until: days.until / 1000 },
  };
}

/** Names that no job has marked, and marked names that are not available yet. */
function pendingSource(days: Days | undefined, now: EpochMs): Source {
  const cancelled = days === undefined ? undefined : cancelledToDrop(days, now);
  const columns = 'name, revision, registered, cancelled, free_at';
  return {
    from: `(SELECT ${columns} FROM domain INDEXED BY domain_pending
              WHERE cancelled >= @first AND cancelled <= @last AND free_at IS NULL AND superseded = 0
            UNION ALL
            SELECT ${columns} FROM domain INDEXED BY domain_marked
              WHERE free_at > @now AND free_at >= @from AND free_at < @until) AS state`,
    where: '1',
    order: 'free_at IS NULL, cancelled, name',
    values: {
      now,
      first: Math.max(cancelled?.first ?? 0, 0),
      last: cancelled?.last ?? Number.MAX_SAFE_INTEGER,
      from: days?.from ?? 0,
      until: days?.until ?? Number.MAX_SAFE_INTEGER,
    },
  };
}

/** GLOB costs half as much as cutting the suffix off each name. */
function suffixCondition(suffix: Suffix | undefined): string {
  if (suffix === undefined) return '';
  return suffix === 'nz' ? "AND name NOT GLOB '*.*.*'" : "AND name GLOB '*.' || @suffix";
}

/** Leaves out names that cannot have a part: all but few of those with macrons, without decoding any. */
function partCondition(part: NamePart | undefined): string {
  if (part === undefined) return '';
  return "AND (instr(name, @plain) > 0 OR (name >= 'xn--' AND name < 'xn-.' AND name GLOB @coded))";
}

/** Names that can begin with a part: without macrons, and with some. Each is a range of the index. */
const beginningConditions = [
  "AND name >= @plain AND name < @plain || '~'",
  "AND name >= @firstCoded AND name < @firstCoded || '~' AND name GLOB @coded",
];

/** What the conditions look for: a name with macrons has the consonants of the part. */
function partValues(part: NamePart | undefined) {
  if (part === undefined) return {};
  const { plain, consonants } = part;
  const [firstConsonants] = /^[^aeiou]*/.exec(plain) ?? [''];
  return { plain, coded: `xn--*${[...consonants, ''].join('*')}`, firstCoded: `xn--${firstConsonants}` };
}

/** A published state of a name, and the import or job that made it; both are null for demonstration data. */
export type HistoricState = PastState & {
  readonly revision: number;
  readonly import: { readonly id: number; readonly source: string; readonly publishedAt: EpochMs | null } | null;
  readonly job: { readonly scheduleDate: EpochMs; readonly ranAt: EpochMs } | null;
};

/** Every published state that a name (ASCII form) has had, the oldest first. */
export function nameHistory({ db }: Connection, name: string): HistoricState[] {
  const { value: published } = readGeneration(db, 'register');
  const { revision, registered, cancelled, freeAt } = domain;
  return db
    .select({
      revision,
      registered,
      cancelled,
      freeAt,
      import: { id: registerRun.id, source: registerRun.source, publishedAt: registerRun.endedAt },
      job: { scheduleDate: releaseRun.scheduleDate, ranAt: releaseRun.ranAt },
    })
    .from(domain)
    .leftJoin(
      registerRun,
      // a run that changed nothing has the revision it began with
      and(
        eq(registerRun.revision, domain.revision),
        eq(registerRun.state, 'published'),
        ne(registerRun.revision, registerRun.baseRevision),
      ),
    )
    .leftJoin(releaseRun, and(eq(releaseRun.revision, domain.revision), gt(releaseRun.released, 0)))
    .where(and(eq(domain.name, name), lte(domain.revision, published)))
    .orderBy(asc(domain.revision))
    .all();
}
