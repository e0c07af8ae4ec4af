import { requireProviderByName } from '#db/broadband/providers.ts';
import { type Connection, openWriter } from '#db/client.ts';
import { staff } from '#db/staff/schema.ts';
import { insertSession } from '#db/staff/sessions.ts';
import type { Role } from '#lib/staff/role.ts';
import { generateToken, hashToken } from '#lib/staff/secrets.ts';

interface Member {
  readonly email: string;
  readonly role: Role;
  /** The name of the provider of a provider's person. */
  readonly provider?: string;
  readonly nowMs: number;
}

/** Adds a member of staff with a session to a database. @returns the token of the session */
export function seedSession(databaseFile: string, member: Member): string {
  const connection = openWriter(databaseFile);
  try {
    return addSession(connection, member);
  } finally {
    connection.sqlite.close();
  }
}

/** The same by a connection that is open. */
export function addSession({ db }: Connection, { email, role, provider, nowMs }: Member): string {
  const providerId = provider === undefined ? null : requireProviderByName(db, provider).id;
  const { id } = db
    .insert(staff)
    .values({ email, role, providerId, createdAt: nowMs })
    .returning({ id: staff.id })
    .get();
  const token = generateToken();
  const place = { address: '127.0.0.1', limitKey: '127.0.0.1', agent: 'test' };
  insertSession(db, { tokenHash: hashToken(token), staffId: id, stage: 'full', ...place }, nowMs);
  return token;
}
