import { z } from 'zod';
import { endLinksOf } from '#db/access/requests/links.ts';
import { type AccessRequest, getRequest, updateRequest } from '#db/access/requests/requests.ts';
import { getUserByEmail } from '#db/access/users.ts';
import { type Authorship, recordChange } from '#db/audit/record-change.ts';
import type { Db } from '#db/client.ts';
import { expiryRules, issueKey } from '#flows/access/keys.ts';
import { allowPasted } from '#flows/access/networks.ts';
import { addRegistrar, takenName } from '#flows/access/registrars.ts';
import { addUser } from '#flows/access/users.ts';
import { change } from '#flows/change.ts';
import { requireUnchanged, type Seen, seen } from '#flows/editing.ts';
import { limit, line, paragraph, rowId } from '#lib/fields.ts';
import { faultAt, Refusal, required } from '#lib/refusal.ts';
import { declinedMail, networksMail } from '#lib/words/mails.ts';
import { requestRecord } from './ask.ts';
import { type Mailing, sendLink, sendText } from './mailing.ts';

const mailing = z.custom<Mailing>();
const decided = { id: rowId, seen };
const terms = issueKey.input.omit({ userId: true });

/** Approves a key on these terms. Its user is added if new; the key itself is made when its text is shown. */
export const approveKey = change(
  terms.extend({ ...decided, mailing }),
  (db, given, by): void => {
    const { id, seen: assumed, mailing: callers, ...approved } = given;
    const request = requireOpen(db, { id, kind: 'key', assumed }, by);
    const { email, name, organisation } = request;
    if (getUserByEmail(db, email) === undefined) addUser.within(db, { email, name, organisation, note: '' }, by);
    decide(db, request, { state: 'approved', terms: approved }, by);
    sendLink(db, { purpose: 'claim', email, requestId: id }, callers, by.nowMs);
  },
  expiryRules,
);

/** Allows the networks of a request for a registrar: one that exists, or a new one by its name. */
export const approveNetworks = change(
  z.object({
    ...decided,
    mailing,
    registrarId: rowId.nullable(),
    newRegistrar: line(100),
    perSecond: limit,
    areOverlapsConfirmed: z.boolean(),
  }),
  (db, { id, seen: assumed, mailing: callers, registrarId, newRegistrar, perSecond, areOverlapsConfirmed }, by) => {
    const request = requireOpen(db, { id, kind: 'networks', assumed }, by);
    const details = { name: newRegistrar, contactEmail: request.email, note: '', perSecond, enabled: true };
    const owner = registrarId ?? addRegistrar.within(db, details, by);
    const lines = { registrarId: owner, lines: request.networks, areOverlapsConfirmed };
    const allowed = allowPasted.within(db, lines, by);
    if (allowed.outcome === 'needs-confirmation')
      throw new Refusal({ code: 'networks-overlap', overlaps: allowed.overlaps });
    decide(db, request, { state: 'done', registrarId: owner }, by);
    const { baseUrl } = callers;
    sendText(db, request.email, networksMail({ baseUrl, networks: allowed.networks }), callers, by.nowMs);
  },
  (db, { registrarId, newRegistrar }) => {
    if (registrarId === undefined || newRegistrar === undefined) return [];
    if ((registrarId === null) === (newRegistrar === ''))
      return [faultAt('registrarId', { code: 'registrar-not-chosen' })];
    return [registrarId === null ? takenName(db, newRegistrar, undefined, 'newRegistrar') : undefined];
  },
);

const reasonText = paragraph(1000).refine((text) => text !== '', { params: { reason: { code: 'required' } } });

/** Declines a request; the reason is mailed. */
export const declineRequest = change(
  z.object({ ...decided, mailing, reason: reasonText }),
  (db, { id, seen: assumed, mailing: callers, reason }, by): void => {
    const request = requireOpen(db, { id, kind: undefined, assumed }, by);
    decide(db, request, { state: 'declined', reason }, by);
    endLinksOf(db, id, by.nowMs);
    sendText(db, request.email, declinedMail({ baseUrl: callers.baseUrl, reason }), callers, by.nowMs);
  },
);

interface Wanted {
  readonly id: number;
  readonly kind: AccessRequest['kind'] | undefined;
  readonly assumed: Seen;
}

function requireOpen(db: Db, { id, kind, assumed }: Wanted, { actor }: Authorship): AccessRequest {
  const request = required(getRequest({ db }, id), { code: 'request-gone' });
  requireUnchanged(db, requestRecord(id), assumed, actor);
  const isAnother = kind !== undefined && request.kind !== kind;
  if (request.state !== 'open' || isAnother) throw new Refusal({ code: 'request-decided' });
  return request;
}

type Decision = Pick<AccessRequest, 'state'> & Partial<Pick<AccessRequest, 'reason' | 'terms' | 'registrarId'>>;

function decide(db: Db, { id, kind }: AccessRequest, decision: Decision, { actor, nowMs }: Authorship): void {
  updateRequest(db, id, { ...decision, decidedAt: nowMs, decidedBy: actor.who });
  const action = decision.state === 'declined' ? 'request.decline' : 'request.approve';
  const record = requestRecord(id);
  const { state, reason } = decision;
  const [before, after] = [
    { kind, state: 'open' },
    { kind, state, reason },
  ];
  recordChange(db, { actor, action, subject: record, before, after, record }, nowMs);
}
