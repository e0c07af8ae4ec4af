import { type Connection, openWriter } from '#db/client.ts';
import { transact } from '#db/transaction.ts';
import { joinOwnCluster } from '#flows/cluster/join.ts';

/** The file of the server on which journeys are walked, or of the first of its nodes. */
export const databaseFile = () => `${process.env.WATEA_E2E_FOLDER}/watea.db`;

/** Changes it as another process of the installation would: on nodes of a cluster the others get the change too. */
export async function changeDatabase<T>(change: (connection: Connection) => T): Promise<T> {
  joinIfNode();
  const writer = openWriter(databaseFile(), { wait: 'yielding' });
  try {
    return await transact(writer, () => change(writer));
  } finally {
    writer.sqlite.close();
  }
}

/** Has the connections that this process opens write through the log, if the servers are nodes of a cluster. */
export function joinIfNode(): void {
  if (process.env.CLUSTER_URL !== undefined) joinOwnCluster();
}
