import type { Reason } from '#lib/refusal.ts';
import { isRoleEnough, type Need, type Role } from './role.ts';

/** How far a person is signed in. `must-enrol`: fully, but without the second factor that is required of everybody. */
export type SignInState = 'signed-out' | 'needs-second-factor' | 'must-enrol' | 'signed-in';

/**
 * Why a write of a staff screen is refused; undefined when it is allowed. `origin` is the request's `Origin` header:
 * browsers send it with every write, so a request without it does not come from a page of ours.
 *
 * @param request.mayEnrol true for the writes that set up a required second factor
 */
export function writeRefusal(request: {
  readonly origin: string | null;
  readonly baseUrl: string;
  readonly state: SignInState;
  readonly role: Role | undefined;
  readonly needed: Need;
  readonly mayEnrol?: boolean;
}): Reason | undefined {
  const { origin, baseUrl, state, role, needed, mayEnrol } = request;
  const foreign = originRefusal(origin, baseUrl);
  if (foreign !== undefined) return foreign;
  if (state === 'signed-out' || state === 'needs-second-factor' || role === undefined) return { code: 'signed-out' };
  if (state === 'must-enrol' && mayEnrol !== true) return { code: 'second-factor-missing' };
  return isRoleEnough(role, needed) ? undefined : { code: 'role-too-low', needed };
}

/** Why a write is refused because of where it comes from; for writes that need no session, such as signing in. */
export function originRefusal(origin: string | null, baseUrl: string): Reason | undefined {
  return origin === baseUrl ? undefined : { code: 'other-origin', baseUrl };
}
