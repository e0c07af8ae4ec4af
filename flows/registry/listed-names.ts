import { z } from 'zod';
import { noteChange } from '#db/audit/last-changes.ts';
import { type Authorship, recordChange } from '#db/audit/record-change.ts';
import type { Connection } from '#db/client.ts';
import { deleteListedNames, getListedName, putListedNames } from '#db/registry/listed-names.ts';
import { change } from '#flows/change.ts';
import { editRecord, requireUnchanged, seen, seenOf } from '#flows/editing.ts';
import { line, oneOf, requiredLine } from '#lib/fields.ts';
import { type Fault, FaultList, faultAt, required } from '#lib/refusal.ts';
import { isStatusPossible, type ListedRow, listedColumns, parseListedRow } from '#lib/registry/import/listed-row.ts';
import { repeatedName, type WrittenName } from '#lib/registry/import/repeated-name.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { getRuledStatus } from '#lib/registry/names/prohibited-names.ts';
import { type ListedStatus, listedStatuses } from '#lib/registry/status.ts';
import { csvRecords } from '#lib/row-files/csv-records.ts';

const details = z.object({
  /** In any form that `parseName` reads. */
  name: requiredLine(255),
  status: oneOf(listedStatuses),
  reason: line(500),
});

/** Adds a name to the list. @returns the name in Unicode */
export const addListedName = change(
  details,
  (db, given, by): string => saveListedName.within(db, given, by),
  (db, { name, status }) => {
    const listed = name === undefined ? undefined : getListedName({ db }, parseName(name).domain);
    const taken = listed && faultAt('name', { code: 'already-listed', name: name ?? '', status: listed.status });
    return [taken ?? listingFault(name, status)];
  },
);

/** Adds a name to the list, or changes what the list says of it; a reason left out stays. @returns the name in Unicode */
export const saveListedName = change(
  details.partial({ reason: true }).extend({ seen }),
  (db, given, by): string => {
    const { domain, original } = parseName(given.name);
    const shown = original ?? domain;
    requireUnchanged(db, listedRecord(domain), given.seen, by.actor);
    const former = getListedName({ db }, domain);
    const row = { name: domain, status: given.status, reason: given.reason ?? former?.reason ?? '' };
    if (former?.status === row.status && former.reason === row.reason) return shown;
    putListedNames(db, [row]);
    const states = { before: recorded(former), after: recorded(row), record: listedRecord(domain) };
    recordChange(db, { actor: by.actor, action: 'register.reserve', subject: shown, ...states }, by.nowMs);
    return shown;
  },
  (_db, { name, status }) => [listingFault(name, status)],
);

/** Changes what the list says of a name that is on it. */
export const changeListedName = change(
  details.partial({ status: true, reason: true }).extend({ seen }),
  (db, { name, seen: assumed, ...wanted }, by) => {
    const { domain, original } = parseName(name);
    const subject = original ?? domain;
    const { status, reason } = required(getListedName({ db }, domain), { code: 'not-listed', name: subject });
    const store = (after: Pick<ListedRow, 'status' | 'reason'>) => putListedNames(db, [{ name: domain, ...after }]);
    const edit = { record: listedRecord(domain), action: 'register.reserve', subject } as const;
    return editRecord(db, { ...edit, present: { status, reason }, wanted, seen: assumed, store }, by);
  },
  (_db, { name, status }) => [listingFault(name, status)],
);

/** The name of a listed name, as it is stored, as an edited record. */
export function listedRecord(domain: string) {
  return `listed name ${domain}` as const;
}

/** Removes a name, in any form, from the list. @returns the name in Unicode */
export const removeListedName = change(
  seenOf(requiredLine(255)),
  (db, { record: asked, seen: assumed }, { actor, nowMs }): string => {
    const { domain, original } = parseName(asked);
    const shown = original ?? domain;
    const former = required(getListedName({ db }, domain), { code: 'not-listed', name: shown });
    const record = listedRecord(domain);
    requireUnchanged(db, record, assumed, actor);
    deleteListedNames(db, [domain]);
    const states = { before: recorded(former), after: null, record };
    recordChange(db, { actor, action: 'register.unreserve', subject: shown, ...states }, nowMs);
    return shown;
  },
);

/** How many names a file has added to the list, changed on it, and found there as they are. */
export interface ListedReport {
  readonly new: number;
  readonly changed: number;
  readonly unchanged: number;
}

const mergeListedNames = change(
  z.object({ source: z.string(), rows: z.custom<readonly ListedRow[]>(Array.isArray) }),
  (db, { source, rows }, { actor, nowMs }): ListedReport => {
    const report = { new: 0, changed: 0, unchanged: 0 };
    const changed: ListedRow[] = [];
    const replaced: string[] = [];
    for (const row of rows) {
      const former = getListedName({ db }, row.name);
      const merged = { ...row, reason: row.reason === '' ? (former?.reason ?? '') : row.reason };
      const isSame = former?.status === merged.status && former.reason === merged.reason;
      report[isSame ? 'unchanged' : former === undefined ? 'new' : 'changed']++;
      if (!isSame) changed.push(merged);
      if (!isSame && former !== undefined) replaced.push(row.name);
    }
    putListedNames(db, changed);
    const change = { actor, action: 'register.reserve', subject: source, before: null, after: report } as const;
    const auditId = recordChange(db, change, nowMs);
    for (const name of replaced) noteChange(db, listedRecord(name), ['status', 'reason'], auditId);
    return report;
  },
);

/**
 * Merges a file (CSV, plain or gzip) into the list. Names that the file lacks stay, and so does the reason of a name for
 * which it gives none.
 *
 * @param file `source`: its name, for messages and the audit log
 * @throws Refusal with the first faults by line; nothing is changed then
 */
export async function importListedNames(
  writer: Connection,
  { source, bytes }: { readonly source: string; readonly bytes: AsyncIterable<Uint8Array> },
  by: Authorship,
): Promise<ListedReport> {
  const rows = await readListedNames(bytes, source);
  return await mergeListedNames(writer, { source, rows }, by);
}

async function readListedNames(bytes: AsyncIterable<Uint8Array>, file: string): Promise<ListedRow[]> {
  const faults = new FaultList();
  const rows = new Map<string, ListedRow>();
  const written = new Map<string, WrittenName>();
  for await (const { line: at, values } of csvRecords(bytes, listedColumns, faults)) {
    const row = parseListedRow(values, (field, reason) => faults.add({ field, line: at }, reason));
    if (row === undefined) continue;
    const here = { line: at, text: values.domain };
    const first = written.get(row.name);
    if (first !== undefined) faults.add({ line: at }, repeatedName(row.name, here, first));
    written.set(row.name, here);
    rows.set(row.name, row);
  }
  faults.refuseIfAny({ code: 'list-not-imported', file });
  return [...rows.values()];
}

/** Why a name cannot be listed, or not with this status. */
function listingFault(asked: string | undefined, wanted: ListedStatus | undefined): Fault | undefined {
  if (asked === undefined) return undefined;
  const name = parseName(asked);
  if (!name.valid) return faultAt('name', { code: 'not-a-name', text: asked, why: name.reason });
  const shown = name.original ?? name.domain;
  if (getRuledStatus(name) !== undefined) return faultAt('name', { code: 'prohibited-by-rule', name: shown });
  if (wanted === undefined || isStatusPossible(name, wanted)) return undefined;
  return faultAt('status', { code: 'status-only-below-nz', name: shown, status: wanted });
}

function recorded(row: ListedRow | undefined) {
  return row === undefined ? null : { status: row.status, reason: row.reason };
}
