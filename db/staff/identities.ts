import type { Connection, Db } from '#db/client.ts';
import { and, eq } from '#db/drizzle.ts';
import { issuerSpellings } from '#lib/staff/openid/settings.ts';
import { staffIdentity } from './schema.ts';

/** A person at an OpenID Connect provider. Only both together say who it is. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

const account = { staffId: staffIdentity.staffId };

/**
 * The account of an identity: null if it was removed; undefined if the identity was never seen here. One that is stored
 * with the other spelling of its issuer is the same.
 */
export function accountOfIdentity({ db }: Pick<Connection, 'db'>, identity: Identity): number | null | undefined {
  const { subject } = identity;
  return issuerSpellings(identity.issuer)
    .map((issuer) => db.select(account).from(staffIdentity).where(is({ issuer, subject })).get())
    .find((found) => found !== undefined)?.staffId;
}

/** Connects an identity to an account, also one whose earlier account was removed. */
export function putIdentity(db: Db, identity: Identity, staffId: number, nowMs: number): void {
  const [, issuer] = issuerSpellings(identity.issuer);
  db.delete(staffIdentity)
    .where(is({ ...identity, issuer }))
    .run();
  const row = { ...identity, staffId, createdAt: nowMs };
  const target = [staffIdentity.issuer, staffIdentity.subject];
  db.insert(staffIdentity).values(row).onConflictDoUpdate({ target, set: row }).run();
}

/** The identities of a person. */
export function identitiesOf({ db }: Pick<Connection, 'db'>, staffId: number): Identity[] {
  const { issuer, subject } = staffIdentity;
  return db.select({ issuer, subject }).from(staffIdentity).where(eq(staffIdentity.staffId, staffId)).all();
}

/** Keeps the identities of an account that is removed, so that signing in there does not bring it back. */
export function orphanIdentitiesOf(db: Db, staffId: number): void {
  db.update(staffIdentity).set({ staffId: null }).where(eq(staffIdentity.staffId, staffId)).run();
}

function is({ issuer, subject }: Identity) {
  return and(eq(staffIdentity.issuer, issuer), eq(staffIdentity.subject, subject));
}
