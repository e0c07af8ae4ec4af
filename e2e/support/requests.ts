import { requestsOf, updateRequest } from '#db/access/requests/requests.ts';
import { openWriter } from '#db/client.ts';
import { askForAccess } from '#flows/access/requests/ask.ts';

/** Adds an open request for a key, and one whose link staff pass on, to the journeys' server. */
export async function addRequests(baseUrl: string): Promise<void> {
  const writer = openWriter(`${process.env.WATEA_E2E_FOLDER}/watea.db`);
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
    for (const { id } of requestsOf(writer, 'kim@example.nz')) updateRequest(writer.db, id, { state: 'open' });
  } finally {
    writer.sqlite.close();
  }
}
