import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { Actor } from '#db/audit/record-change.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { isRoleEnough, type Role } from '#lib/staff/role.ts';
import { type WriteRefusal, writeRefusal } from '#lib/staff/write-refusal.ts';
import { getPresence, type Presence, sessionPlace } from './session.ts';

export type { Role };
export type Staff = Presence['staff'];

/** A write that may go on: who does it, as whom the audit log names them, and when. */
export interface AdmittedWrite {
  readonly ok: true;
  readonly staff: Staff;
  readonly sessionId: number;
  readonly actor: Actor;
  readonly nowMs: number;
}

/** What every action gives back for a write that was refused before anything was read of it. */
export interface RefusedWrite extends WriteRefusal {
  readonly ok: false;
}

/** For pages: who is signed in. Anybody else is sent to where they get in, or to the page that says what is missing. */
export async function requireStaff(role: Role = 'viewer'): Promise<Staff> {
  const presence = await getPresence();
  if (presence === undefined) redirect('/admin/login');
  if (presence.standing === 'second-factor') redirect('/admin/login/second-factor');
  if (presence.standing === 'enrol') redirect('/admin/account');
  if (!isRoleEnough(presence.staff.role, role)) redirect(`/admin/refused?needs=${role}`);
  return presence.staff;
}

/**
 * For server actions and routes that write: session, role, and an `Origin` that is BASE_URL's. Call it first, and
 * return what it gives when it is not ok.
 */
export async function guardWrite(
  role: Role,
  { mayEnrol = false }: { mayEnrol?: boolean } = {},
): Promise<AdmittedWrite | RefusedWrite> {
  const presence = await getPresence();
  const refusal = writeRefusal({
    origin: (await headers()).get('origin'),
    baseUrl: settings().baseUrl,
    standing: presence?.standing ?? 'none',
    role: presence?.staff.role,
    needed: role,
    mayEnrol,
  });
  if (refusal !== undefined) return { ok: false, ...refusal };
  if (presence === undefined) return { ok: false, status: 401, sentence: 'You are not signed in.' };
  const { staff, sessionId } = presence;
  const { address } = await sessionPlace();
  return { ok: true, staff, sessionId, actor: { who: staff.email, address }, nowMs: now() };
}

/**
 * For routes that only read and are asked by scripts, which a redirect would lead to a page: who is signed in, or why
 * they are refused.
 */
export async function guardRead(
  role: Role = 'viewer',
): Promise<{ readonly ok: true; readonly staff: Staff } | RefusedWrite> {
  const presence = await getPresence();
  const { baseUrl } = settings();
  const refusal = writeRefusal({
    ...{ origin: baseUrl, baseUrl, standing: presence?.standing ?? 'none' },
    ...{ role: presence?.staff.role, needed: role },
  });
  if (refusal !== undefined) return { ok: false, ...refusal };
  if (presence === undefined) return { ok: false, status: 401, sentence: 'You are not signed in.' };
  return { ok: true, staff: presence.staff };
}
