import { isRoleEnough, type Role, roleWords } from './role.ts';

/** How far somebody is signed in: not at all, the second factor is missing, it must be set up first, or wholly. */
export type Standing = 'none' | 'second-factor' | 'enrol' | 'full';

export interface WriteRefusal {
  readonly status: 401 | 403;
  readonly sentence: string;
}

/**
 * Why a write of a staff screen is refused; undefined when it may go on. `origin` is the request's `Origin` header:
 * browsers send it with every write, so one without it comes from something else.
 *
 * @param asked.mayEnrol true for the writes by which somebody sets up the second factor that is required of them
 */
export function writeRefusal(asked: {
  readonly origin: string | null;
  readonly baseUrl: string;
  readonly standing: Standing;
  readonly role: Role | undefined;
  readonly needed: Role;
  readonly mayEnrol?: boolean;
}): WriteRefusal | undefined {
  const { origin, baseUrl, standing, role, needed, mayEnrol } = asked;
  const foreign = originRefusal(origin, baseUrl);
  if (foreign !== undefined) return foreign;
  if (standing === 'none' || standing === 'second-factor' || role === undefined) {
    return { status: 401, sentence: 'You are not signed in any more. Please sign in and try again.' };
  }
  if (standing === 'enrol' && mayEnrol !== true) {
    return { status: 403, sentence: 'A second factor is required: set one up under “Your account” first.' };
  }
  if (!isRoleEnough(role, needed)) {
    return { status: 403, sentence: `Your role may not do this. It takes ${roleWords[needed].split(':')[0]}.` };
  }
  return undefined;
}

/** Why a write is refused for where it comes from; for those that need no session, such as signing in. */
export function originRefusal(origin: string | null, baseUrl: string): WriteRefusal | undefined {
  if (origin === baseUrl) return undefined;
  return {
    status: 403,
    sentence: `This came from ${origin === null ? 'no page of' : 'another place than'} ${baseUrl}, so nothing was changed.`,
  };
}
