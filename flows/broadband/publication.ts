import { recordChange } from '#db/audit/record-change.ts';
import { requireNothingRetired } from '#db/broadband/retired.ts';
import { coverageComparison, coveragePublication, coverageVersion } from '#db/broadband/schema.ts';
import { getPublishedId, requireReady } from '#db/broadband/versions.ts';
import type { Db } from '#db/client.ts';
import { asc, eq } from '#db/drizzle.ts';
import { setGeneration } from '#db/generation.ts';
import { type LargeLoss, largeLosses } from '#lib/broadband/measure/large-loss.ts';
import { Refusal } from '#lib/refusal.ts';
import type { CoverageWriting } from './writing.ts';

type Kind = (typeof coveragePublication.$inferSelect)['kind'];

/** What came of an order that takes one small transaction. But for the first, nothing was changed. */
export type Publication =
  | { readonly outcome: 'published'; readonly versionId: number; readonly replacedId: number | undefined }
  | { readonly outcome: 'stood already'; readonly versionId: number }
  /** More than a fifth of a technology's area would go, and nobody has confirmed that. */
  | { readonly outcome: 'takes much away'; readonly versionId: number; readonly losses: readonly LargeLoss[] }
  /** It was never published, and what it was made on is no longer the published version: it must be made anew first. */
  | { readonly outcome: 'outdated'; readonly versionId: number }
  /** Its cell index was dropped and must be made again first. */
  | { readonly outcome: 'not indexed'; readonly versionId: number };

/**
 * Publishes a version, when nothing has to be made first. Call it in an immediate transaction.
 *
 * @throws Refusal when there is no such version, it is still being made, or it holds what is retired
 */
export function publishAtOnce(db: Db, versionId: number, writing: CoverageWriting): Publication {
  return tryToPublish(db, versionId, 'publish', writing);
}

/**
 * Goes back to what was published before; once more, to what was published before that. Call it in an immediate
 * transaction.
 *
 * @param from the version that is taken back, when whoever orders it has seen which it is
 * @throws Refusal when there is nothing to go back to, or another version than `from` is published
 */
export function rollBackAtOnce(db: Db, writing: CoverageWriting, from?: number): Publication {
  const [standing, versionId] = publishedStack(db).reverse();
  if (standing === undefined) throw new Refusal('Nothing is published, so there is nothing to go back from.');
  if (from !== undefined && from !== standing) {
    throw new Refusal(
      `Version ${standing} is published since, no longer version ${from}: look at it before you go back.`,
    );
  }
  if (versionId === undefined) {
    throw new Refusal(`Nothing was published before version ${standing}, so there is nothing to go back to.`);
  }
  return tryToPublish(db, versionId, 'rollback', writing);
}

/** What is published and what was before it, the newest last: a publish lays one on top, a rollback takes one off. */
export function publishedStack(db: Db): number[] {
  const rows = db.select({ id: coverageVersion.id }).from(coverageVersion).all();
  const existing = new Set(rows.map(({ id }) => id));
  const stack: number[] = [];
  for (const { kind, versionId } of db.select().from(coveragePublication).orderBy(asc(coveragePublication.id)).all()) {
    if (kind === 'publish') stack.push(versionId);
    else stack.splice(stack.lastIndexOf(versionId) + 1);
  }
  // a version published twice in a row because the one between was removed counts once
  return stack.filter((id) => existing.has(id)).filter((id, place, all) => id !== all[place + 1]);
}

/** The technologies of which a version takes more than a fifth away, against the version it was made on. */
export function lossesOf(db: Db, versionId: number): LargeLoss[] {
  const measured = db
    .select({ areas: coverageComparison.areas })
    .from(coverageComparison)
    .where(eq(coverageComparison.versionId, versionId))
    .get();
  return largeLosses(measured?.areas ?? []);
}

function tryToPublish(db: Db, versionId: number, kind: Kind, writing: CoverageWriting): Publication {
  const { nowMs, actor } = writing;
  const version = requireReady(db, versionId);
  const publishedId = getPublishedId(db);
  if (publishedId === versionId) return { outcome: 'stood already', versionId };
  // what was published before was confirmed then
  if (version.publishedAt === null) {
    if ((version.baseId ?? undefined) !== publishedId) return { outcome: 'outdated', versionId };
    const losses = lossesOf(db, versionId);
    if (losses.length > 0 && writing.isLossConfirmed !== true) return { outcome: 'takes much away', versionId, losses };
  }
  if (version.indexBytes === null) return { outcome: 'not indexed', versionId };
  requireNothingRetired(db, versionId);
  setGeneration(db, 'coverage', versionId, nowMs);
  db.insert(coveragePublication)
    .values({ kind, versionId, replacedId: publishedId ?? null, at: nowMs })
    .run();
  db.update(coverageVersion).set({ publishedAt: nowMs }).where(eq(coverageVersion.id, versionId)).run();
  if (actor !== undefined) {
    const before = publishedId === undefined ? null : { version: publishedId };
    const subject = `coverage version ${versionId}`;
    recordChange(db, { actor, action: `coverage.${kind}`, subject, before, after: { version: versionId } }, nowMs);
  }
  return { outcome: 'published', versionId, replacedId: publishedId };
}
