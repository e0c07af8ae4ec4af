import { endLinksOf } from '#db/access/requests/links.ts';
import { type AccessRequest, getRequest, updateRequest } from '#db/access/requests/requests.ts';
import { getUserByEmail } from '#db/access/users.ts';
import { recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { transact } from '#db/transaction.ts';
import { type IssuedKey, issueKey } from '#flows/access/keys.ts';
import { Refusal, required } from '#lib/refusal.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { requestRecord, requireLinkOf } from './ask.ts';

/** Where a caller's change comes from: the caller's address, null if unknown. */
export interface CallerOrigin {
  readonly address: string | null;
  readonly nowMs: EpochMs;
}

/** Issues an approved key by the link that was mailed; its text is in the result only (N11). */
export async function claimKey(writer: Connection, token: string, from: CallerOrigin): Promise<IssuedKey> {
  return await transact(writer, (db) => {
    const { requestId } = requireLinkOf(db, 'claim', token, from.nowMs);
    return issueApproved(db, required(getRequest({ db }, requestId ?? 0), { code: 'request-gone' }), from);
  });
}

/** The same for a caller who is signed in with the email address of the request. */
export async function claimOwnKey(
  writer: Connection,
  { email, requestId }: { readonly email: string; readonly requestId: number },
  from: CallerOrigin,
): Promise<IssuedKey> {
  return await transact(writer, (db) => {
    const request = getRequest({ db }, requestId);
    if (request?.email.toLowerCase() !== email.toLowerCase()) throw new Refusal({ code: 'request-gone' });
    return issueApproved(db, request, from);
  });
}

function issueApproved(db: Db, request: AccessRequest, { address, nowMs }: CallerOrigin): IssuedKey {
  const { id, state, terms, email } = request;
  if (state !== 'approved' || terms === null) throw new Refusal({ code: 'caller-link-expired' });
  const user = required(getUserByEmail(db, email), { code: 'user-gone' });
  const by = { actor: { who: user.email, address }, nowMs };
  const issued = issueKey.within(db, { userId: user.id, ...terms }, by);
  updateRequest(db, id, { state: 'done' });
  endLinksOf(db, id, nowMs);
  const record = requestRecord(id);
  const [before, after] = [{ state: 'approved' }, { state: 'done' }];
  recordChange(db, { actor: by.actor, action: 'request.claim', subject: record, before, after, record }, nowMs);
  return issued;
}
