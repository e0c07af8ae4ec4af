import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import type { Authorship } from '#db/audit/record-change.ts';
import { getProvider } from '#db/broadband/providers.ts';
import { connections } from '#db/client.ts';
import type { SessionClient } from '#db/staff/sessions.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { getExchange } from '#lib/http/exchange.ts';
import { type Reason, Refusal } from '#lib/refusal.ts';
import { isRoleEnough, type Need } from '#lib/staff/role.ts';
import { writeRefusal } from '#lib/staff/write-refusal.ts';
import type { StaffSession } from '#server/access/staff-session.ts';
import { type Refused, refusalOf } from './refusal-of.ts';
import { getSession, sessionClient } from './session.ts';

export type { Need };
export type Staff = StaffSession['staff'];

/** A write that is allowed: who makes it, as whom the audit log names them, from which client, and when. */
export interface AdmittedWrite extends Authorship {
  readonly ok: true;
  readonly staff: Staff;
  readonly sessionId: number;
  readonly client: SessionClient;
}

/** Who looks at a page, and whether they may change what it shows. */
export type Visitor = Staff & { readonly mayEdit: boolean };

/** For pages: who is signed in. Redirects everybody else to sign in, to set up a second factor, or to an explanation. */
export async function requireStaff(need: Need = 'viewer'): Promise<Visitor> {
  const session = await getSession();
  if (session === undefined) redirectToSignIn();
  if (session.state === 'needs-second-factor') redirect('/admin/login/second-factor');
  if (session.state === 'must-enrol') redirect('/admin/account');
  if (!isRoleEnough(session.staff.role, need)) redirect(`/admin/refused?needs=${encodeURIComponent(need)}`);
  return { ...session.staff, mayEdit: isRoleEnough(session.staff.role, 'editor') };
}

/** For pages: sends whoever is not signed in to sign in, and then back to the page that they asked for. */
export function redirectToSignIn(): never {
  getExchange()?.keepGoal?.();
  redirect('/admin/login');
}

/** For pages of a provider's people: the network provider that everything on the page is limited to. */
export async function requireOwnNetwork(): Promise<{ readonly id: number; readonly name: string }> {
  const provider = getProvider(connections().reader, providerOf(await requireStaff('own provider')));
  if (provider === undefined) notFound();
  return { id: provider.id, name: provider.name };
}

/** The provider that the person belongs to; `getSession` finds no session of one without. */
export function providerOf({ email, role, providerId }: Staff): number {
  if (role !== 'provider' || providerId === null) throw new Error(`${email} belongs to no provider.`);
  return providerId;
}

/**
 * For server actions and routes that write: checks the session, its role, and that `Origin` is BASE_URL. Call this first,
 * and return its result when it is not ok.
 *
 * @param options.mayEnrol true for the writes that set up a required second factor
 */
export async function guardWrite(
  need: Need,
  { mayEnrol = false }: { mayEnrol?: boolean } = {},
): Promise<AdmittedWrite | Refused> {
  const session = await getSession();
  const reason = reasonAgainst(session, (await headers()).get('origin'), need, mayEnrol);
  if (reason !== undefined || session === undefined) return refusalOf(new Refusal(reason ?? { code: 'signed-out' }));
  const { id: sessionId, staff } = session;
  const client = await sessionClient();
  const actor = { who: staff.email, address: client.address };
  return { ok: true, staff, sessionId, client, actor, nowMs: now() };
}

/** For routes that read and are called by scripts, which cannot follow a redirect to a page. */
export async function guardRead(
  need: Need = 'viewer',
): Promise<{ readonly ok: true; readonly staff: Staff } | Refused> {
  const session = await getSession();
  const reason = reasonAgainst(session, settings().baseUrl, need, false);
  if (reason !== undefined || session === undefined) return refusalOf(new Refusal(reason ?? { code: 'signed-out' }));
  return { ok: true, staff: session.staff };
}

function reasonAgainst(
  session: StaffSession | undefined,
  origin: string | null,
  needed: Need,
  mayEnrol: boolean,
): Reason | undefined {
  const { baseUrl } = settings();
  const { state = 'signed-out', staff } = session ?? {};
  return writeRefusal({ origin, baseUrl, state, role: staff?.role, needed, mayEnrol });
}
