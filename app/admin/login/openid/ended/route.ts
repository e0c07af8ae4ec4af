import { sessionClient } from '#app/admin/session.ts';
import { connections } from '#db/client.ts';
import { endByProvider } from '#flows/staff/openid/back-channel.ts';
import { now } from '#lib/clock.ts';

/** No logout token is as long, in characters. */
const longestBody = 20_000;

/**
 * The provider says that somebody’s session there has ended (OpenID Connect Back-Channel Logout 1.0, 2.5): their sessions
 * here end too. The token is signed, so it needs neither a session nor an `Origin`.
 */
export async function POST(request: Request): Promise<Response> {
  const body = await request.text();
  const token = body.length > longestBody ? '' : (new URLSearchParams(body).get('logout_token') ?? '');
  try {
    const { address } = await sessionClient();
    await endByProvider(connections().writer, token, { address, nowMs: now() });
    return answer(200);
  } catch (fault) {
    if (!(fault instanceof Error) || fault.name !== 'Refusal') throw fault;
    return answer(400);
  }
}

function answer(status: number): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } });
}
