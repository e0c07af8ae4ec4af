import { cookies } from 'next/headers';
import { getSession, sessionClient, startSession } from '#app/admin/session.ts';
import { connections } from '#db/client.ts';
import { finishOpenId, type ProvenPerson } from '#flows/staff/openid/code-flow.ts';
import { accountOf, connectAccount } from '#flows/staff/openid/sign-in.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';
import { pendingCookie } from '#lib/staff/openid/pending.ts';
import { logRefusal } from './refusal.ts';

/** Where the provider sends people back to: signs them in, or connects their account to it. */
export async function GET(request: Request): Promise<Response> {
  const jar = await cookies();
  const { name, options } = pendingCookie(settings().baseUrl);
  const sealed = jar.get(name)?.value;
  jar.set(name, '', { ...options, maxAge: 0 });
  const nowMs = now();
  try {
    const { search: query } = new URL(request.url);
    const person = await finishOpenId(connections().writer, { query, sealed }, nowMs);
    return seeOther(person.connects === null ? await enter(person, nowMs) : await connect(person, nowMs));
  } catch (fault) {
    if (!(fault instanceof Error) || fault.name !== 'Refusal') throw fault;
    const refused = fault as Refusal;
    logRefusal(refused);
    // somebody who is signed in wanted to connect their account
    const page = (await getSession()) === undefined ? '/admin/login' : '/admin/account';
    return seeOther(`${page}?refused=${refused.reason.code}`);
  }
}

async function enter(person: ProvenPerson, nowMs: number): Promise<string> {
  const { address } = await sessionClient();
  const account = await accountOf(connections().writer, person, { address, nowMs });
  const { isTwoFactor } = person;
  const isComplete = isTwoFactor || account.hasSecondFactor === 0;
  return await startSession(account, isComplete ? 'OpenID Connect' : undefined, nowMs, { isOpenId: true, isTwoFactor });
}

/** Only for the person who began it, in their session. */
async function connect(person: ProvenPerson, nowMs: number): Promise<string> {
  const session = await getSession();
  const isTheirs = session?.staff.id === person.connects && session.state !== 'needs-second-factor';
  if (session === undefined || !isTheirs) throw new Refusal({ code: 'signed-out' });
  const { address } = await sessionClient();
  await connectAccount(connections().writer, person, session.staff, { address, nowMs });
  return '/admin/account';
}

function seeOther(path: string): Response {
  const headers = { Location: `${settings().baseUrl}${path}`, 'Cache-Control': 'no-store' };
  return new Response(null, { status: 303, headers });
}
