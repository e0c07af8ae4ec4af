import type { z } from 'zod';
import { countAsked, getUsableLink, useLink } from '#db/access/requests/links.ts';
import { countOpenRequests, getRequest, insertRequest, updateRequest } from '#db/access/requests/requests.ts';
import { recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { transact } from '#db/transaction.ts';
import { parseInput } from '#flows/change.ts';
import {
  askedAccess,
  type LinkPurpose,
  mostLinksOfAddress,
  mostLinksOfAll,
  mostLinksOfDomain,
  mostOpenRequests,
} from '#lib/access/requests.ts';
import { parseNetworkLines } from '#lib/access/written-network.ts';
import { visitor } from '#lib/audit/authors.ts';
import { type Fault, faultAt, Refusal, refusalAt, refuseFields, required } from '#lib/refusal.ts';
import { hashToken } from '#lib/staff/secrets.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import type { AuditAction } from '#lib/words/audit.ts';
import { type Mailing, sendLink } from './mailing.ts';

/** The name of a request as a record of the audit log. */
export function requestRecord(id: number) {
  return `request ${id}` as const;
}

const byVisitor = { who: visitor, address: null };

/**
 * Stores a request, and mails the link that confirms its address. One with the trap filled in is dropped without a word.
 *
 * @throws Refusal for a field that is not valid, or when too many were asked: for this address, its mail domain, or in all
 */
export async function askForAccess(
  writer: Connection,
  given: unknown,
  mailing: Mailing,
  nowMs: EpochMs,
): Promise<void> {
  const { website, terms: _, ...asked } = parseInput(askedAccess, given, networkFaults);
  refuseFields(networkFaults(asked));
  const networks = asked.kind === 'networks' ? canonicalNetworks(asked.networks) : '';
  if (website !== '') return;
  await transact(writer, (db) => {
    requireRoom(db, asked.email, nowMs);
    const row = { ...asked, networks, state: 'unconfirmed', createdAt: nowMs } as const;
    const id = insertRequest(db, row);
    const after = { kind: asked.kind, state: 'unconfirmed' };
    recordRequest(db, { id, action: 'request.ask', before: null, after }, nowMs);
    sendLink(db, { purpose: 'confirm', email: asked.email, requestId: id }, mailing, nowMs);
  });
}

/** Confirms the address of a request by the link that was mailed to it; from then on staff see it as open. */
export async function confirmRequest(writer: Connection, token: string, nowMs: EpochMs): Promise<void> {
  await transact(writer, (db) => {
    const { tokenHash, requestId } = requireLinkOf(db, 'confirm', token, nowMs);
    const { id, kind } = required(getRequest({ db }, requestId ?? 0), { code: 'request-gone' });
    if (countOpenRequests({ db }) >= mostOpenRequests) throw new Refusal({ code: 'requests-full' });
    useLink(db, tokenHash, nowMs);
    updateRequest(db, id, { state: 'open', confirmedAt: nowMs });
    const before = { kind, state: 'unconfirmed' };
    recordRequest(db, { id, action: 'request.confirm', before, after: { kind, state: 'open' } }, nowMs);
  });
}

/** The usable link with this token. @throws Refusal for a token that is unknown, used or has ended */
export function requireLinkOf(db: Db, purpose: LinkPurpose, token: string, nowMs: EpochMs) {
  return required(getUsableLink({ db }, { tokenHash: hashToken(token), purpose }, nowMs), {
    code: 'caller-link-expired',
  });
}

/** @throws Refusal when too many were asked lately; that says nothing of what is known of the address */
function requireRoom(db: Db, email: string, nowMs: EpochMs): void {
  const { ofAddress, ofDomain, ofAll } = countAsked({ db }, email, nowMs);
  if (ofAddress >= mostLinksOfAddress)
    throw refusalAt('email', { code: 'asked-for-address', most: mostLinksOfAddress });
  if (ofDomain >= mostLinksOfDomain) throw refusalAt('email', { code: 'asked-for-domain', most: mostLinksOfDomain });
  if (ofAll >= mostLinksOfAll) throw new Refusal({ code: 'requests-full' });
}

interface RequestStep {
  readonly id: number;
  readonly action: AuditAction;
  readonly before: object | null;
  readonly after: object;
}

/** The log has neither the name nor the address of a visitor: requests are deleted, and it is not. */
function recordRequest(db: Db, { id, ...step }: RequestStep, nowMs: EpochMs): void {
  const record = requestRecord(id);
  recordChange(db, { actor: byVisitor, subject: record, record, ...step }, nowMs);
}

function networkFaults(asked: Partial<z.output<typeof askedAccess>>): readonly Fault[] {
  if (asked.kind !== 'networks' || asked.networks === undefined) return [];
  const { entries, faults } = parseNetworkLines(asked.networks);
  if (faults.length === 0 && entries.length === 0) return [faultAt('networks', { code: 'no-networks' })];
  return faults.map(({ line, reason }) => ({ where: { field: 'networks', line }, reason }));
}

function canonicalNetworks(lines: string): string {
  const { entries } = parseNetworkLines(lines);
  return entries.map(({ network, note }) => (note === '' ? network.text : `${network.text} ${note}`)).join('\n');
}
