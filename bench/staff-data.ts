import { type Connection, openWriter } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { staff } from '#db/staff/schema.ts';
import { insertSession } from '#db/staff/sessions.ts';
import { generateToken, hashToken } from '#lib/staff/secret-token.ts';

/** The number of rows of each list at which it must still be fast. */
export const size = { keys: 100_000, users: 60_000, networks: 10_000, registrars: 200 } as const;

/** The text of the n-th network, half of them IPv6. */
export function networkText(n: number): string {
  if (n % 2 === 0) return `${11 + (n >> 13)}.${(n >> 5) & 255}.${(n & 30) << 3}.0/24`;
  return `2001:db8:${n.toString(16)}::/48`;
}

/** The whole numbers from 1 to `last`, as a table. */
const upTo = (last: number) =>
  `(WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${last}) SELECT value FROM n)`;

/** Fills a new database with keys, users, registrars and networks. */
export function seedStaffData(writer: Connection, nowMs: number): void {
  const { keys, users, networks, registrars } = size;
  migrate(writer);
  writer.sqlite.exec(`BEGIN;
    INSERT INTO registrar (id, name, contact_email, note, per_second, enabled, created_at)
      SELECT value, 'Registrar ' || value, 'ops' || value || '@example.nz', '', NULL, 1, value FROM ${upTo(registrars)};
    INSERT INTO api_user (id, email, name, organisation, note, created_at)
      SELECT value, 'user' || value || '@organisation' || (value % 5000) || '.example', 'Name ' || value, 'Organisation ' || (value % 5000), '', value
      FROM ${upTo(users)};
    INSERT INTO api_key (id, user_id, hash, prefix, label, created_at, expires_at)
      SELECT value, 1 + (value * 7) % ${users}, 'hash ' || value, substr(hex(randomblob(4)), 1, 6), 'Label ' || (value % 900), value,
        iif(value % 3 = 0, ${nowMs} + value * 100000, NULL)
      FROM ${upTo(keys)};
    INSERT INTO key_use (key_id, last_used_at, last_network)
      SELECT value, ${nowMs} - value, '192.0.2.0/24' FROM ${upTo(keys)} WHERE value % 2 = 0;
    COMMIT; ANALYZE;`);
  const allow = writer.sqlite.prepare(
    'INSERT INTO allowed_network (registrar_id, network, note, created_at) VALUES (?, ?, ?, ?)',
  );
  writer.sqlite.transaction(() => {
    for (let n = 0; n < networks; n++) allow.run(n % 2 === 0 ? 1 : 1 + (n % 200), networkText(n), `Site ${n}`, n);
  })();
}

/** Adds an administrator with a session. @returns the cookie */
export function seedAdministrator(databaseFile: string, nowMs: number): string {
  const { db, sqlite } = openWriter(databaseFile);
  const { id } = db
    .insert(staff)
    .values({ email: 'bench@watea.example', role: 'admin', createdAt: nowMs })
    .returning({ id: staff.id })
    .get();
  const token = generateToken();
  const place = { address: '127.0.0.1', limitKey: '127.0.0.1', agent: 'bench' };
  insertSession(db, { tokenHash: hashToken(token), staffId: id, stage: 'full', ...place }, nowMs);
  sqlite.close();
  return `watea-session=${token}`;
}
