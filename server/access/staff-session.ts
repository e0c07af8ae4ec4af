import { isDeliveredBy } from '#db/broadband/own/deliveries.ts';
import { connections } from '#db/client.ts';
import { isSecondFactorRequired } from '#db/staff/accounts.ts';
import { getSession } from '#db/staff/sessions.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import type { ApiRequest } from '#lib/http/target.ts';
import { isRoleEnough, type Role } from '#lib/staff/role.ts';
import { hashToken, isTokenShape } from '#lib/staff/secrets.ts';
import { isSessionAlive, sessionCookie } from '#lib/staff/session.ts';
import type { SignInState } from '#lib/staff/write-refusal.ts';

/** A session of staff, and how far its person is signed in. */
export interface StaffSession {
  readonly id: number;
  readonly state: Exclude<SignInState, 'signed-out'>;
  readonly staff: {
    readonly id: number;
    readonly email: string;
    readonly role: Role;
    readonly providerId: number | null;
  };
  /** Whether it was begun by OpenID Connect. */
  readonly isOpenId: boolean;
  /** When its use was last recorded, epoch milliseconds. */
  readonly seenAt: number;
}

/** The valid session of a token. */
export function getStaffSession(token: string | undefined): StaffSession | undefined {
  if (token === undefined || !isTokenShape(token)) return undefined;
  const { reader } = connections();
  const session = getSession(reader, hashToken(token));
  if (session === undefined || !isSessionAlive(session, now())) return undefined;
  return {
    id: session.id,
    state: stateOf(session, isSecondFactorRequired(reader)),
    staff: { id: session.staffId, email: session.email, role: session.role, providerId: session.providerId },
    isOpenId: session.isOpenId,
    seenAt: session.seenAt,
  };
}

/** Whether a request comes from a member of staff who is signed in. */
export function isFromStaff({ headers }: ApiRequest): boolean {
  return isOfStaff(sessionInCookies(headers.get('cookie')));
}

/** Whether a request comes from somebody who may see a version that is not published: staff, and who delivered it. */
export function maySeeVersion({ headers }: ApiRequest, versionId: number): boolean {
  const session = sessionInCookies(headers.get('cookie'));
  if (isOfStaff(session)) return true;
  if (session?.state !== 'signed-in' || session.staff.providerId === null) return false;
  return isDeliveredBy(connections().reader.db, versionId, session.staff.providerId);
}

function isOfStaff(session: StaffSession | undefined): boolean {
  return session?.state === 'signed-in' && isRoleEnough(session.staff.role, 'viewer');
}

/** The valid session that a `Cookie` header names. */
export function sessionInCookies(header: string | null | undefined): StaffSession | undefined {
  const { name } = sessionCookie(settings().baseUrl);
  const cookies = (header ?? '').split(/[;,] */);
  return getStaffSession(cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1));
}

function stateOf(
  session: { stage: 'password' | 'full'; hasSecondFactor: number; isTwoFactor: boolean },
  isRequired: boolean,
): StaffSession['state'] {
  if (session.stage === 'password') return 'needs-second-factor';
  const isMissing = session.hasSecondFactor === 0 && !session.isTwoFactor;
  return isRequired && isMissing ? 'must-enrol' : 'signed-in';
}
