import { connections } from '#db/client.ts';
import { isSecondFactorRequired } from '#db/staff/policy.ts';
import { getSession } from '#db/staff/sessions.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import type { AskedRequest } from '#lib/http/asked-request.ts';
import type { Role } from '#lib/staff/role.ts';
import { hashToken, isTokenShape } from '#lib/staff/secret-token.ts';
import { isSessionAlive, sessionCookie } from '#lib/staff/session.ts';
import type { Standing } from '#lib/staff/write-refusal.ts';

/** Who a session belongs to, and how far they are signed in. */
export interface Presence {
  readonly standing: Exclude<Standing, 'none'>;
  readonly sessionId: number;
  readonly staff: { readonly id: number; readonly email: string; readonly role: Role };
  /** When its use was written down last, epoch milliseconds. */
  readonly seenAt: number;
}

/** The session of a token, if it stands. */
export function presenceOf(token: string | undefined): Presence | undefined {
  if (token === undefined || !isTokenShape(token)) return undefined;
  const { reader } = connections();
  const session = getSession(reader, hashToken(token));
  if (session === undefined || !isSessionAlive(session, now())) return undefined;
  return {
    standing: standingOf(session, isSecondFactorRequired(reader)),
    sessionId: session.id,
    staff: { id: session.staffId, email: session.email, role: session.role },
    seenAt: session.seenAt,
  };
}

/** Whether somebody of the staff asks, signed in whole; for handlers that are not pages. */
export function isAskedByStaff({ headers }: AskedRequest): boolean {
  const { name } = sessionCookie(settings().baseUrl);
  const cookies = (headers.get('cookie') ?? '').split(/[;,] */);
  const token = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
  return presenceOf(token)?.standing === 'full';
}

function standingOf(
  session: { stage: 'password' | 'full'; hasSecondFactor: number },
  isRequired: boolean,
): Presence['standing'] {
  if (session.stage === 'password') return 'second-factor';
  return isRequired && session.hasSecondFactor === 0 ? 'enrol' : 'full';
}
