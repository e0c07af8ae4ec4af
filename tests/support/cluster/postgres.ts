import { chownSync } from 'node:fs';
import { join } from 'node:path';
import type { Certificate } from '#tests/support/certificate.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { findFreePort } from '#tests/support/processes/server-process.ts';
import { waitUntil } from '#tests/support/wait-until.ts';
import { PostgresServer, postgresPrograms, postgresUser } from './postgres-server.ts';

const programs = postgresPrograms();

/** Whether the tests of the cluster can run: `test.skipIf(!hasPostgres)`. */
export const hasPostgres = programs !== undefined;

/** PostgreSQL's primary and the standby that a commit waits for, on loopback ports. */
export interface Postgres {
  /** An address with the hosts of all servers that can become the primary. */
  readonly url: string;
  readonly primary: PostgresServer;
  /** Undefined after `promote`, until `addStandby`; a commit waits meanwhile. */
  readonly standby: PostgresServer | undefined;
  /** Makes the standby the primary. The old primary, if it still runs, remains as it is. @returns the old primary */
  promote(): Promise<PostgresServer>;
  /** Adds a new standby on a free one of the addresses, and waits until a commit would wait for it. */
  addStandby(): Promise<PostgresServer>;
  /** Kills the primary, promotes the standby and adds another. */
  failOver(): Promise<void>;
  /** Stops every server, and removes their folders. */
  remove(): Promise<void>;
}

export interface PostgresOptions {
  /** Without a standby nothing waits for one. */
  readonly hasStandby?: boolean;
  /** Whether each commit waits for the disk too, which only speed needs. */
  readonly isDurable?: boolean;
  /** With which its servers take connections by TLS too. */
  readonly certificate?: Certificate;
}

/** How many addresses there are: a primary, its standby, and an old primary that may still run. */
const serverCount = 3;

/** Starts PostgreSQL in a temporary folder. Needs `hasPostgres`. */
export async function startPostgres({
  hasStandby = true,
  isDurable = false,
  certificate,
}: PostgresOptions = {}): Promise<Postgres> {
  if (programs === undefined) throw new Error('PostgreSQL is not installed.');
  const folder = makeFolder();
  const { uid, gid } = postgresUser();
  if (uid !== undefined && gid !== undefined) chownSync(folder.path, uid, gid);
  const servers: PostgresServer[] = [];
  for (let i = 0; i < serverCount; i++) {
    const port = await findFreePort();
    servers.push(
      new PostgresServer({ programs, folder: join(folder.path, `server-${i}`), port, isDurable, certificate }),
    );
  }
  let primary = servers[0] as PostgresServer;
  let standby: PostgresServer | undefined;
  const postgres: Postgres = {
    url: `postgres://postgres@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`,
    get primary() {
      return primary;
    },
    get standby() {
      return standby;
    },
    async promote() {
      if (standby === undefined) throw new Error('No standby to promote.');
      await standby.promote();
      const old = primary;
      primary = standby;
      standby = undefined;
      return old;
    },
    async addStandby() {
      const added = servers.find((server) => server.pid === undefined);
      if (added === undefined) throw new Error('All addresses are in use: stop the old primary first.');
      await added.copy(primary);
      await added.start();
      await waitUntil('the synchronous standby', async () => {
        const [row] = await primary.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state <> 'async'");
        return row?.[0] === '1';
      });
      standby = added;
      return added;
    },
    async failOver() {
      await primary.kill();
      await postgres.promote();
      await postgres.addStandby();
    },
    async remove() {
      await Promise.all(servers.map((server) => server.kill()));
      folder.remove();
    },
  };
  await primary.create(hasStandby);
  await primary.start();
  if (hasStandby) await postgres.addStandby();
  return postgres;
}
