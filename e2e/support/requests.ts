import { requestsOf, updateRequest } from '#db/access/requests/requests.ts';
import { openWriter } from '#db/client.ts';
import { askForAccess } from '#flows/access/requests/ask.ts';
import { changeDatabase, databaseFile, joinIfNode } from './change-database.ts';

/** Adds an open request for a key, and one whose link staff pass on, to the journeys' server. */
export async function addRequests(baseUrl: string): Promise<void> {
  joinIfNode();
  const writer = openWriter(databaseFile(), { wait: 'yielding' });
  try {
    const asked = {
      kind: 'key',
      name: 'Kim',
      organisation: 'Example Ltd',
      purpose: 'A map',
      terms: 'yes',
      website: '',
    };
    for (const email of ['kim@example.nz', 'lee@example.nz'])
      await askForAccess(writer, { ...asked, email }, { baseUrl, isMailSet: false }, Date.now());
  } finally {
    writer.sqlite.close();
  }
  await changeDatabase((connection) => {
    for (const { id } of requestsOf(connection, 'kim@example.nz')) updateRequest(connection.db, id, { state: 'open' });
  });
}
