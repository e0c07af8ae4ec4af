import { countCurrentKeys, countWorkingKeys, getKeyWithUser } from '#db/access/keys.ts';
import { getNetworkEntry } from '#db/access/networks.ts';
import { registrarsOfContact } from '#db/access/registrars.ts';
import { endLinksOf } from '#db/access/requests/links.ts';
import { type AccessRequest, getRequest, updateRequest } from '#db/access/requests/requests.ts';
import { getUserByEmail } from '#db/access/users.ts';
import { recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { transact } from '#db/transaction.ts';
import { changeKey, type IssuedKey, issueKey, type ReplacementKey, replaceKey, revokeKey } from '#flows/access/keys.ts';
import { removeNetwork } from '#flows/access/networks.ts';
import { parseInput } from '#flows/change.ts';
import { keyStateOf } from '#lib/access/keys/api-key.ts';
import { endWithin, faultsOfOwnTerms, ownTerms } from '#lib/access/keys/terms.ts';
import { Refusal, refuseFields, required } from '#lib/refusal.ts';
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
  updateRequest(db, id, { state: 'done', keyId: issued.id });
  endLinksOf(db, id, nowMs);
  const record = requestRecord(id);
  const [before, after] = [{ state: 'approved' }, { state: 'done' }];
  recordChange(db, { actor: by.actor, action: 'request.claim', subject: record, before, after, record }, nowMs);
  return issued;
}

/** How long a key goes on working once another replaces it, in days. */
export const overlapDays = 7;
/** The most keys of a user that work. */
export const mostOwnKeys = 20;
/**
 * Up to how many a caller makes another, those apart that another replaces: each has the limits that staff granted for
 * one.
 */
const mostMadeKeys = 2;

interface OwnRecord {
  /** Of whoever is signed in. */
  readonly email: string;
  readonly id: number;
}

/** Replaces a key of the caller on the same terms; the old one works for `overlapDays` longer. */
export async function replaceOwnKey(writer: Connection, own: OwnRecord, from: CallerOrigin): Promise<ReplacementKey> {
  return await transact(writer, (db) => {
    const { key, user } = requireOwnKey(db, own);
    if (countWorkingKeys(db, user.id, from.nowMs) >= mostOwnKeys)
      throw new Refusal({ code: 'too-many-keys', most: mostOwnKeys });
    const given = { id: key.id, overlapMs: overlapDays * 86_400_000, expiresAt: key.expiresAt };
    return replaceKey.within(db, given, byCaller(user.email, from));
  });
}

/** Makes another key for the caller, with the limits of this one and at most its terms. @param terms see `ownTerms` */
export async function makeOwnKey(
  writer: Connection,
  { terms, ...own }: OwnRecord & { readonly terms: unknown },
  from: CallerOrigin,
): Promise<IssuedKey> {
  return await transact(writer, (db) => {
    const { key, user } = requireOwnKey(db, own);
    if (!['works', 'expiring'].includes(keyStateOf(key, from.nowMs))) throw new Refusal({ code: 'key-expired' });
    if (countCurrentKeys(db, user.id, from.nowMs) >= mostMadeKeys)
      throw new Refusal({ code: 'too-many-keys', most: mostMadeKeys });
    const { perSecond, perDay } = key;
    const chosen = chosenTerms(key, terms, from.nowMs);
    return issueKey.within(db, { userId: user.id, perSecond, perDay, ...chosen }, byCaller(user.email, from));
  });
}

/** Changes the name, the end, the uses and the sites of a key of the caller. @param terms see `ownTerms` */
export async function changeOwnKey(
  writer: Connection,
  { terms, ...own }: OwnRecord & { readonly terms: unknown },
  from: CallerOrigin,
): Promise<void> {
  await transact(writer, (db) => {
    const { key, user } = requireOwnKey(db, own);
    const chosen = chosenTerms(key, terms, from.nowMs);
    changeKey.within(db, { id: key.id, ...chosen }, byCaller(user.email, from));
  });
}

/** Ends a key of the caller at once. */
export async function endOwnKey(writer: Connection, own: OwnRecord, from: CallerOrigin): Promise<void> {
  await transact(writer, (db) => {
    const { key, user } = requireOwnKey(db, own);
    revokeKey.within(db, key.id, byCaller(user.email, from));
  });
}

/** Takes a network of a registrar whose contact the caller is off the allowlist. */
export async function endOwnNetwork(writer: Connection, { email, id }: OwnRecord, from: CallerOrigin): Promise<void> {
  await transact(writer, (db) => {
    const found = getNetworkEntry({ db }, id);
    const owners = registrarsOfContact({ db }, email).map((registrar) => registrar.id);
    if (found === undefined || !owners.includes(found.entry.registrarId)) throw new Refusal({ code: 'network-gone' });
    removeNetwork.within(db, id, byCaller(email, from));
  });
}

function chosenTerms(key: ReturnType<typeof requireOwnKey>['key'], terms: unknown, nowMs: EpochMs) {
  const faultsOf = (valid: Parameters<typeof faultsOfOwnTerms>[1]) => faultsOfOwnTerms(key, valid, nowMs);
  const chosen = parseInput(ownTerms, terms, faultsOf);
  refuseFields(faultsOf(chosen));
  return { ...chosen, expiresAt: endWithin(key, chosen.expiresAt) };
}

function requireOwnKey(db: Db, { email, id }: OwnRecord) {
  const found = getKeyWithUser(db, id);
  if (found === undefined || found.user.email.toLowerCase() !== email.toLowerCase())
    throw new Refusal({ code: 'key-of-somebody-else' });
  return found;
}

const byCaller = (who: string, { address, nowMs }: CallerOrigin) => ({ actor: { who, address }, nowMs });
