import { type Authorship, recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { type Account, getAccountByEmail, insertAccount } from '#db/staff/accounts.ts';
import { accountOfIdentity, identitiesOf, putIdentity } from '#db/staff/identities.ts';
import { removeLink } from '#db/staff/links.ts';
import { removeSessionsOf } from '#db/staff/sessions.ts';
import { transact } from '#db/transaction.ts';
import { accountRecord, changeRole, requireAccount } from '#flows/staff/accounts.ts';
import { recordStaffChange } from '#flows/staff/record.ts';
import { type Reason, Refusal } from '#lib/refusal.ts';
import type { Role } from '#lib/staff/role.ts';
import type { ProvenPerson } from './code-flow.ts';
import { requireOpenId } from './provider.ts';

/** Who gives roles and ends sessions from there, as the audit log names them. */
export const provider = 'OpenID Connect';

type Outcome = { readonly account: Account } | { readonly refused: Reason };

/**
 * The account of a person who has signed in at the provider, recognised by issuer and subject; the first time it is added.
 * Its role becomes the one that the claim gives.
 *
 * @throws Refusal when they may not sign in here; without a role, the sessions that they still have end
 */
export async function accountOf(
  writer: Connection,
  person: ProvenPerson,
  at: { readonly address: string | null; readonly nowMs: number },
): Promise<Account> {
  const { name } = requireOpenId();
  const by = { actor: { who: provider, address: at.address }, nowMs: at.nowMs };
  const outcome = await transact(writer, (db) => settle(db, person, name, by));
  if ('refused' in outcome) throw new Refusal(outcome.refused);
  return outcome.account;
}

function settle(db: Db, person: ProvenPerson, name: string, by: Authorship): Outcome {
  const known = accountOfIdentity({ db }, person);
  if (known === null) return { refused: { code: 'openid-removed', name } };
  if (known === undefined) return addAccount(db, person, name, by);
  const account = requireAccount(db, known);
  if (account.disabledAt !== null) return { refused: { code: 'openid-disabled', name } };
  if (person.role === undefined) {
    const ended = removeSessionsOf(db, account.id);
    recordStaffChange(db, by, 'staff.sign-in-fail', account.email, { after: { step: provider, role: null, ended } });
    return { refused: noRole(person, name) };
  }
  takeRole(db, account.id, person.role, name, by);
  return { account: requireAccount(db, account.id) };
}

function takeRole(db: Db, id: number, role: Role, name: string, by: Authorship): void {
  try {
    changeRole.within(db, { id, role }, by);
  } catch (fault) {
    const isLast = fault instanceof Refusal && fault.reason.code === 'last-administrator';
    throw isLast ? new Refusal({ code: 'openid-last-administrator', name }) : fault;
  }
}

/** An address that has an account already is not taken for that person: providers need not check addresses. */
function addAccount(db: Db, person: ProvenPerson, name: string, by: Authorship): Outcome {
  const { issuer, subject, email, role } = person;
  if (role === undefined) return { refused: noRole(person, name) };
  if (email === undefined) return { refused: { code: 'openid-no-email', name } };
  const taken = getAccountByEmail({ db }, email);
  if (taken !== undefined)
    return { refused: { code: taken.removedAt === null ? 'openid-account-exists' : 'openid-removed', name } };
  const id = insertAccount(db, { email, role }, by.nowMs);
  removeLink(db, null);
  putIdentity(db, { issuer, subject }, id, by.nowMs);
  recordStaffChange(db, by, 'staff.add', email, { after: { role }, record: accountRecord(id) });
  return { account: requireAccount(db, id) };
}

/**
 * Connects somebody at the provider to the account of the person who asked for it, so that they can sign in there.
 *
 * @throws Refusal when they are connected to another account
 */
export async function connectAccount(
  writer: Connection,
  { issuer, subject }: ProvenPerson,
  account: Pick<Account, 'id' | 'email'>,
  at: { readonly address: string | null; readonly nowMs: number },
): Promise<void> {
  const { name } = requireOpenId();
  await transact(writer, (db) => {
    const known = accountOfIdentity({ db }, { issuer, subject });
    if (known === account.id) return;
    const isTaken = known != null || identitiesOf({ db }, account.id).length > 0;
    if (isTaken) throw new Refusal({ code: 'openid-taken', name });
    putIdentity(db, { issuer, subject }, account.id, at.nowMs);
    const row = { actor: { who: account.email, address: at.address }, action: 'staff.openid-connect' } as const;
    recordChange(db, { ...row, subject: account.email, before: null, after: { issuer, subject } }, at.nowMs);
  });
}

function noRole({ leftOutBy: claim }: ProvenPerson, name: string): Refusal['reason'] {
  return claim === undefined ? { code: 'openid-no-role', name } : { code: 'openid-roles-left-out', name, claim };
}
