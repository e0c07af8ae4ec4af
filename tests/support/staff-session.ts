import { openWriter } from '#db/client.ts';
import { staff } from '#db/staff/schema.ts';
import { insertSession } from '#db/staff/sessions.ts';
import type { Role } from '#lib/staff/role.ts';
import { generateToken, hashToken } from '#lib/staff/secret-token.ts';

/** Adds a member of staff with a session to a database. @returns the token of the session */
export function seedSession(
  databaseFile: string,
  { email, role, nowMs }: { email: string; role: Role; nowMs: number },
): string {
  const { db, sqlite } = openWriter(databaseFile);
  try {
    const { id } = db.insert(staff).values({ email, role, createdAt: nowMs }).returning({ id: staff.id }).get();
    const token = generateToken();
    const place = { address: '127.0.0.1', limitKey: '127.0.0.1', agent: 'test' };
    insertSession(db, { tokenHash: hashToken(token), staffId: id, stage: 'full', ...place }, nowMs);
    return token;
  } finally {
    sqlite.close();
  }
}
