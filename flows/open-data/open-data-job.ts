import { existsSync } from 'node:fs';
import type { Connection, Db } from '#db/client.ts';
import { deleteWaitingJobs, insertJob } from '#db/jobs/jobs.ts';
import { dataFilePath } from '#db/open-data/data-folder.ts';
import {
  dataDigests,
  dataMadeFor,
  deleteOtherDataVersions,
  getDataTerms,
  listDataVersions,
  offeredVersions,
} from '#db/open-data/open-data.ts';

/** Who adds jobs that nobody asks for. */
const byItself = { who: 'the server', address: null };

const kind = 'open data';

/**
 * Adds the job that makes the files of open data, or removes what is no longer offered, if there is something to do. Call it
 * in the transaction that changes what is published or kept, the areas, or under what coverage is offered.
 */
export function addOpenDataJob(db: Db, nowMs: number): void {
  if (isUpToDate({ db })) return;
  forgetOpenDataJobs(db);
  insertJob(db, { kind, title: 'Files of open data', parameters: {} }, { actor: byItself, nowMs });
}

/**
 * Adds the job at the start of a server: also where files are missing from the disk, as after a restore.
 *
 * @param isNode of a cluster, which copies files from others
 */
export function addMissingOpenDataJob(writer: Connection, nowMs: number, isNode: boolean): void {
  const { db, sqlite } = writer;
  const isOnDisk = (sha256: string) => existsSync(dataFilePath(sqlite.name, sha256));
  if (!isNode && ![...dataDigests(writer)].every(isOnDisk)) deleteOtherDataVersions(db, []);
  addOpenDataJob(db, nowMs);
}

/** Forgets the jobs that wait, because one does what all of them would. */
export function forgetOpenDataJobs(db: Db): void {
  deleteWaitingJobs(db, kind);
}

/** The versions whose files have to be made, the newest first. */
export function unmadeVersions(connection: Pick<Connection, 'db'>): number[] {
  if (getDataTerms(connection) === undefined) return [];
  const madeFor = dataMadeFor(connection);
  const made = new Map(listDataVersions(connection).map((version) => [version.versionId, version.madeFor]));
  return offeredVersions(connection).filter((versionId) => made.get(versionId) !== madeFor);
}

function isUpToDate(connection: Pick<Connection, 'db'>): boolean {
  const offered = getDataTerms(connection) === undefined ? [] : offeredVersions(connection);
  const isLeft = listDataVersions(connection).some(({ versionId }) => !offered.includes(versionId));
  return !isLeft && unmadeVersions(connection).length === 0;
}
