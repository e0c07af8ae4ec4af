import type { Authorship } from '#db/audit/record-change.ts';
import { recordChange } from '#db/audit/record-change.ts';
import type { Db } from '#db/client.ts';
import { eq } from '#db/drizzle.ts';
import { getListedName } from '#db/registry/listed-names.ts';
import { listedName } from '#db/registry/schema.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { type ListedRow, listedFault } from '#lib/registry/import/listed-row.ts';
import { parseName, type ValidName } from '#lib/registry/names/name.ts';
import { getRuledStatus } from '#lib/registry/names/prohibited-names.ts';

/**
 * Puts a name on the list, or changes what the list says of it. A change that changes nothing is not recorded.
 *
 * @param given its name in whatever form somebody wrote it
 * @returns the name's Unicode form
 * @throws Refusal at `name` for what is no .nz name, or a prohibited one by rule; at `status` for one that the name cannot have
 */
export function putListedName(db: Db, given: ListedRow, { actor, nowMs }: Authorship): string {
  const name = requireListable(given.name);
  const fault = listedFault(name, given.status);
  const shown = name.original ?? name.domain;
  if (fault !== undefined) throw refusalAt('status', `${shown} ${fault}.`);
  const former = getListedName({ db }, name.domain);
  const row = { name: name.domain, status: given.status, reason: given.reason };
  if (former?.status === row.status && former.reason === row.reason) return shown;
  db.insert(listedName)
    .values(row)
    .onConflictDoUpdate({ target: listedName.name, set: { status: row.status, reason: row.reason } })
    .run();
  const [before, after] = [recorded(former), recorded(row)];
  recordChange(db, { actor, action: 'register.reserve', subject: shown, before, after }, nowMs);
  return shown;
}

/** Takes a name off the list; gives its Unicode form. @throws Refusal when it is not on it */
export function removeListedName(db: Db, asked: string, { actor, nowMs }: Authorship): string {
  const name = parseName(asked);
  const shown = name.original ?? name.domain;
  const former = getListedName({ db }, name.domain);
  if (former === undefined) throw new Refusal(`${shown} is on no list: perhaps somebody has removed it already.`);
  db.delete(listedName).where(eq(listedName.name, name.domain)).run();
  const before = recorded(former);
  recordChange(db, { actor, action: 'register.unreserve', subject: shown, before, after: null }, nowMs);
  return shown;
}

function requireListable(asked: string): ValidName {
  const name = parseName(asked);
  if (!name.valid) throw refusalAt('name', `“${asked}” ${name.reason}.`);
  if (getRuledStatus(name) !== undefined) {
    throw refusalAt('name', `${name.original ?? name.domain} is prohibited by rule already; no list can change that.`);
  }
  return name;
}

function recorded(row: ListedRow | undefined) {
  return row === undefined ? null : { status: row.status, reason: row.reason };
}
