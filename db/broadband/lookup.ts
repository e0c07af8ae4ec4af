import type { Connection } from '#db/client.ts';
import { and, asc, eq, isNotNull, sql } from '#db/drizzle.ts';
import { GenerationCache } from '#db/generation.ts';
import { preparedStatement } from '#db/prepared-statement.ts';
import { type Snapshots, snapshots } from '#db/transaction.ts';
import {
  type AnswerFormName,
  type AnswerWriter,
  answerWriter,
  providerList,
  type VersionDates,
} from '#lib/broadband/answer.ts';
import { cellKey } from '#lib/broadband/coverage/cell.ts';
import { offersAt } from '#lib/broadband/coverage/leaf.ts';
import type { Point } from '#lib/broadband/point.ts';
import { dayOf, type EpochMs, instantOfDay } from '#lib/time/auckland.ts';
import type { CellBlocks } from './blocks/cell-blocks.ts';
import { asOfBy } from './freshness.ts';
import { publishedByDay } from './publications.ts';
import { coveragePublication, coverageVersion } from './schema.ts';
import { blocksOfVersion, checkedOffers, checkedVersion } from './seals.ts';
import { allTechnologies, checkedTechnologies } from './technologies.ts';
import { getVersion } from './versions.ts';

/** Looks points up in the published coverage. */
export interface CoverageLookup {
  /** The answer's JSON text; `x` and `y` are the caller's own texts for the point (N3). `form`: 1.0 if omitted. */
  answerAt(point: Point, x: string, y: string, form?: AnswerFormName): string;
  /** Runs `work`; all its look-ups are answered from one state of the database. */
  inSnapshot<T>(work: () => T): T;
  /** The ids of the offers that cover the point, ascending; empty while nothing is published. */
  offersAt(point: Point): readonly number[];
  /** The JSON text of the list of providers (N13). */
  providers(): string;
}

interface Published {
  readonly write: AnswerWriter;
  readonly blocks: CellBlocks | undefined;
  /** Made when it is first asked for. */
  providers: string | undefined;
}

/**
 * Makes the look-up on a connection that only reads; it follows what is published. A block of the index is compared with
 * its checksum when it is first read.
 *
 * @param inSnapshot the connection's read transactions
 * @throws DamageFound from what it returns, when a block or the offers do not have their checksum
 */
export function coverageLookup(connection: Connection, inSnapshot: Snapshots = snapshots(connection)): CoverageLookup {
  const technologies = new GenerationCache('technologies', checkedTechnologies);
  const offers = new GenerationCache('coverage', (_, { value }) => ({
    ...checkedVersion(connection, value),
    versionId: value,
  }));
  let published: Published | undefined;
  let madeFrom: readonly unknown[] = [];

  function current(): Published {
    const inUse = technologies.get(connection);
    const ofVersion = offers.get(connection);
    if (published === undefined || madeFrom[0] !== inUse || madeFrom[1] !== ofVersion) {
      const { versionId } = ofVersion;
      const publishedAt = getVersion(connection.db, versionId)?.publishedAt ?? undefined;
      const write = answerWriter(inUse, ofVersion.offers, datesOf(connection, versionId, publishedAt));
      published = { blocks: ofVersion.blocks, write, providers: undefined };
      madeFrom = [inUse, ofVersion];
    }
    return published;
  }

  return {
    inSnapshot,
    answerAt: (point, x, y, form) =>
      inSnapshot(() => {
        const version = current();
        return version.write(x, y, idsAt(version.blocks, point), form);
      }),
    offersAt: (point) => inSnapshot(() => idsAt(current().blocks, point)),
    providers: () =>
      inSnapshot(() => {
        const version = current();
        if (version.providers === undefined) {
          const { offers: published, versionId } = offers.get(connection);
          const listed = providerList(
            technologies.get(connection),
            published,
            asOfBy('provider', connection, versionId),
          );
          version.providers = JSON.stringify({ providers: listed });
        }
        return version.providers;
      }),
  };
}

function idsAt(blocks: CellBlocks | undefined, { x, y }: Point): readonly number[] {
  const leaf = blocks?.leafAt(cellKey(x, y));
  return leaf === undefined ? [] : offersAt(leaf.key, leaf.body, x, y);
}

/** @param publishedAt when the version came into force: one that was rolled back to did so more than once */
function datesOf(
  connection: Connection,
  versionId: number,
  publishedAt: EpochMs | undefined,
): VersionDates | undefined {
  if (publishedAt === undefined) return undefined;
  return { versionId, publishedAt, asOf: asOfBy('technology', connection, versionId) };
}

/** A version that came into force. */
interface Came {
  readonly versionId: number;
  readonly at: EpochMs;
}

/** A version that was in force at an instant, or why there is no answer of it. */
export type PastCoverage =
  | {
      readonly ok: true;
      readonly versionId: number;
      readonly answerAt: (point: Point, x: string, y: string, form?: AnswerFormName) => string;
    }
  | { readonly ok: false; readonly found: 'nothing-published' | 'not-kept' };

/** The days, `YYYY-MM-DD` in Auckland, at whose end a version came into force that can still be asked, the newest first. */
export function keptDays(connection: Pick<Connection, 'db'>): string[] {
  return [...keptOfDays(connection)].map(({ day }) => day);
}

/** Days on which one version is the answer. */
export interface KeptSpan {
  readonly from: string;
  /** The last of them; undefined for the present version. */
  readonly until: string | undefined;
}

/** The days that can be asked, the newest first. */
export function keptSpans(connection: Pick<Connection, 'db'>): KeptSpan[] {
  return [...keptOfDays(connection)].map(({ day, replacedOn }) => ({
    from: day,
    until: replacedOn && dayOf(instantOfDay(replacedOn) - 1),
  }));
}

/** Whether a version is the answer as of some day: it came into force at the end of one, and can still be asked. */
export function isAnswerOfDay(connection: Pick<Connection, 'db'>, versionId: number): boolean {
  return keptOfDays(connection).some((kept) => kept.versionId === versionId);
}

/** Whether a day before the present version came into force can be asked. */
export function hasEarlierCoverage(connection: Pick<Connection, 'db'>): boolean {
  return keptOfDays(connection).drop(1).next().done !== true;
}

/** The version that was published last on each day on which any was, if it can still be asked; the newest first. */
function* keptOfDays({ db }: Pick<Connection, 'db'>) {
  const isIndexed = isNotNull(coverageVersion.indexBytes);
  const kept = new Set(
    db
      .select({ id: coverageVersion.id })
      .from(coverageVersion)
      .where(isIndexed)
      .all()
      .map(({ id }) => id),
  );
  let replacedOn: string | undefined;
  for (const { day, versionId } of publishedByDay(db)) {
    if (kept.has(versionId)) yield { day, replacedOn, versionId };
    replacedOn = day;
  }
}

/**
 * Makes the look-up in versions that were published before: those that still have their cell index (N19). The index of a
 * version may be dropped at any time, so whether it is complete is asked for each answer.
 *
 * @returns the version that was in force just before an instant. Call it, and what it returns, in one snapshot.
 * @throws DamageFound from what it returns, as `coverageLookup` does
 */
export function pastLookup(connection: Connection): (until: EpochMs) => PastCoverage {
  const { db } = connection;
  const publications = new GenerationCache('coverage', () =>
    db
      .select({ versionId: coveragePublication.versionId, at: coveragePublication.at })
      .from(coveragePublication)
      .orderBy(asc(coveragePublication.id))
      .all(),
  );
  const technologies = new GenerationCache('technologies', (reader) => ({
    inUse: checkedTechnologies(reader),
    all: allTechnologies(reader),
  }));
  const isIndexed = preparedStatement<[1]>(
    connection,
    db
      .select({ is: sql`1` })
      .from(coverageVersion)
      .where(and(eq(coverageVersion.id, sql.placeholder('id')), isNotNull(coverageVersion.indexBytes))),
  );
  const writers = new WeakMap<
    CellBlocks,
    { readonly of: unknown; readonly publishedAt: EpochMs; readonly write: AnswerWriter }
  >();

  /** The technologies in use, and those that have been retired since but that the version has. */
  function writerOf({ versionId, at: publishedAt }: Came, blocks: CellBlocks): AnswerWriter {
    const known = technologies.get(connection);
    const made = writers.get(blocks);
    if (made?.of === known && made.publishedAt === publishedAt) return made.write;
    const offers = checkedOffers(connection, versionId);
    const inUse = new Set(known.inUse.map(({ id }) => id));
    const retired = new Set(offers.map(({ technologyId }) => technologyId).filter((id) => !inUse.has(id)));
    const shown = [...known.inUse, ...known.all.filter(({ id }) => retired.has(id))];
    const write = answerWriter(shown, offers, datesOf(connection, versionId, publishedAt));
    writers.set(blocks, { of: known, publishedAt, write });
    return write;
  }

  return (until) => {
    const published = publications.get(connection);
    const came = published.findLast(({ at }) => at < until);
    if (came === undefined) return { ok: false, found: 'nothing-published' };
    const { versionId } = came;
    const blocks =
      isIndexed.get(versionId) === undefined ? undefined : blocksOfVersion(connection, versionId, { isAnswered: true });
    if (blocks === undefined) return { ok: false, found: 'not-kept' };
    const write = writerOf(came, blocks);
    return { ok: true, versionId, answerAt: (point, x, y, form = '2.0') => write(x, y, idsAt(blocks, point), form) };
  };
}
