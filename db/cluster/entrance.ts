import { randomUUID } from 'node:crypto';
import { databaseVersion, type MigrationStep, migrate, migrationSteps, requireKnown, runStep } from '#db/migrate.ts';
import { firstHash } from '#lib/cluster/chain.ts';
import { encodeMigration } from '#lib/cluster/entry.ts';
import { Refusal } from '#lib/refusal.ts';
import type { FollowedFile } from './followed-file.ts';
import { hasLog, isSynchronous, makeLog, putFirstHead, readHead } from './log.ts';
import { NeedsBase } from './needs-base.ts';
import { getPosition, type Position, putPosition } from './position.ts';
import type { Session } from './session.ts';
import type { Entrance, EntranceOptions } from './types.ts';
import { lockHead } from './writing/head.ts';
import type { LogWriter } from './writing/log-writer.ts';

/** How long the first node, and one that migrates, may have the log's head, in milliseconds. */
const patience = { lockMs: 10_000, idleMs: 600_000 };

/** Brings a node's file into its cluster, at its start. */
export async function enterCluster(
  session: Session,
  file: FollowedFile,
  { allowAsync, takeBase }: EntranceOptions & { readonly allowAsync: boolean },
): Promise<Entrance> {
  if (!allowAsync && !(await isSynchronous(session))) throw new Refusal({ code: 'cluster-not-synchronous' });
  if (!(await hasLog(session))) await makeLog(session);
  if ((await readHead(session)) === undefined && (await found(session, file))) return 'founded';
  try {
    await follow(session, file);
    return 'followed';
  } catch (fault) {
    if (!(fault instanceof NeedsBase) || takeBase === undefined) throw fault;
    file.close();
    if (!(await takeBase(fault))) throw fault;
  }
  await follow(session, file);
  return 'from base';
}

async function follow(session: Session, file: FollowedFile): Promise<void> {
  await file.requireInLog(session);
  await file.catchUp(session);
}

/** Begins a cluster with the file as it is. @returns false when another node was quicker */
async function found(session: Session, file: FollowedFile): Promise<boolean> {
  migrate(file.connection);
  const former = getPosition(file.connection);
  // a file that has entries of a log which PostgreSQL has lost
  if (former !== undefined && former.sequence > 0) throw new NeedsBase(file.name, 'the log is empty');
  await lockHead(session, patience);
  const cluster = former?.cluster ?? randomUUID();
  const position: Position = { cluster, sequence: 0, hash: firstHash(cluster) };
  const isFirst = await putFirstHead(session, position);
  // first in the file: a log that has begun has a node that has its beginning
  if (isFirst) putPosition(file.connection, position);
  await session.commit(patience.lockMs);
  return isFirst;
}

/** Makes the migrations that the log has not had yet entries of it. */
export async function migrateByLog(
  file: FollowedFile,
  writer: LogWriter,
  steps: readonly MigrationStep[] = migrationSteps(),
): Promise<void> {
  const { connection } = file;
  const isDone = ({ version }: MigrationStep) => databaseVersion(connection.sqlite) >= version;
  requireKnown(connection.sqlite, steps.at(-1)?.version ?? 0);
  for (const step of steps.filter((one) => !isDone(one))) {
    const run = () => {
      // another node may have been quicker
      if (isDone(step)) return { result: undefined, body: undefined };
      runStep(connection, step);
      return { result: undefined, body: encodeMigration({ schema: step.version, name: step.name, sql: step.sql }) };
    };
    await writer.write({ connection, run, idleMs: patience.idleMs });
  }
}
