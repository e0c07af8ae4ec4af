import { z } from 'zod';
import {
  deleteNetwork,
  getAllowedNetwork,
  getNetworkEntry,
  insertNetwork,
  listAllowedNetworks,
  type NetworkDetails,
  updateNetwork,
} from '#db/access/networks.ts';
import { getRegistrarByName, type Registrar } from '#db/access/registrars.ts';
import { noteChange } from '#db/audit/last-changes.ts';
import { type Authorship, recordChange } from '#db/audit/record-change.ts';
import type { Db } from '#db/client.ts';
import { change } from '#flows/change.ts';
import { editRecord, faultsBeside, requireUnchanged, seen, seenOf } from '#flows/editing.ts';
import { faultsOfRow, importedRows } from '#flows/imported-rows.ts';
import { containsNetwork, flagNetworks, type Network, parseNetwork } from '#lib/access/network.ts';
import { noteFault, parseNetworkLines, parseWrittenNetwork } from '#lib/access/written-network.ts';
import { instant, limit, line, requiredLine, rowId } from '#lib/fields.ts';
import { type Fault, faultAt, Refusal, refusalAt, refuseFaults, refuseFields, required } from '#lib/refusal.ts';
import { sameMinute } from '#lib/time/typed-time.ts';
import { recordedDetails } from './recorded.ts';
import { addRegistrarNamed, changeRegistrar, registrarRecord, requireRegistrar } from './registrars.ts';

const details = { note: line(500), validFrom: instant, validUntil: instant };
const detailsOnly = { note: true, validFrom: true, validUntil: true } as const;

/** The text of a network. Its fault is found with those of the other fields of a form, not after them. */
const networkText = requiredLine(100).superRefine((text, context) => {
  const parsed = parseWrittenNetwork(text);
  if (!parsed.ok) context.addIssue({ code: 'custom', params: { reason: parsed.reason } });
});

/** An entry that ends before it begins would never let anybody in. */
function periodFault({ validFrom, validUntil }: Partial<NetworkDetails>): Fault | undefined {
  if (validFrom == null || validUntil == null || validFrom < validUntil) return undefined;
  return faultAt('validUntil', { code: 'ends-before-it-begins' });
}

/** A network of another registrar that shares addresses with one that is to be added. */
export interface Overlap {
  readonly network: string;
  readonly other: string;
  readonly registrar: string;
}

/** The networks were added, or nothing was and these facts must be confirmed first. `network` is in canonical form. */
export type AllowOutcome =
  | { readonly outcome: 'added'; readonly networks: readonly string[] }
  | {
      readonly outcome: 'needs-confirmation';
      readonly network: string;
      readonly overlaps: readonly Overlap[];
      readonly isVeryLarge: boolean;
    };

/**
 * Allows one network for a registrar. To confirm a very large network, repeat its text in `typedNetwork`; to confirm an
 * overlap with another registrar's network, repeat it in `confirmedOverlaps`.
 */
export const allowNetwork = change(
  z.object({
    registrarId: rowId,
    network: networkText,
    ...details,
    typedNetwork: line(100),
    confirmedOverlaps: line(100),
  }),
  (db, { registrarId, network: text, typedNetwork, confirmedOverlaps, ...given }, by): AllowOutcome => {
    const network = requireNetwork(text);
    const registrar = requireRegistrar(db, registrarId);
    const overlaps = confirmedOverlaps === network.text ? [] : overlapsOf(db, [network], registrarId);
    const isLarge = isVeryLarge(network);
    const isUnconfirmed = isLarge && typedNetwork !== network.text;
    if (isUnconfirmed && typedNetwork !== '')
      throw refusalAt('typedNetwork', { code: 'confirmation-differs', expected: network.text });
    if (isUnconfirmed || overlaps.length > 0)
      return { outcome: 'needs-confirmation', network: network.text, overlaps, isVeryLarge: isLarge };
    addNetwork(db, registrar, { network, ...given }, by);
    return { outcome: 'added', networks: [network.text] };
  },
  (db, valid) => [allowedAlready(db, valid.network), periodFault(valid), badNote(valid.note)],
);

function allowedAlready(db: Db, text: string | undefined): Fault | undefined {
  if (text === undefined) return undefined;
  const network = requireNetwork(text);
  const existing = getAllowedNetwork(db, network.text);
  return existing && faultAt('network', alreadyAllowed(network, existing.registrar));
}

/** Allows many networks for a registrar, one a line, all or none. */
export const allowPasted = change(
  z.object({ registrarId: rowId, lines: z.string(), areOverlapsConfirmed: z.boolean() }),
  (db, { registrarId, lines, areOverlapsConfirmed }, by): AllowOutcome => {
    const registrar = requireRegistrar(db, registrarId);
    const { entries, faults } = pastedNetworks(db, lines);
    refuseFaults({ code: 'lines-to-fix' }, faults);
    if (entries.length === 0) throw refusalAt('lines', { code: 'no-networks' });
    const networks = entries.map(({ network }) => network);
    const overlaps = areOverlapsConfirmed ? [] : overlapsOf(db, networks, registrarId);
    if (overlaps.length > 0) return { outcome: 'needs-confirmation', network: '', overlaps, isVeryLarge: false };
    for (const { network, note } of entries)
      addNetwork(db, registrar, { network, note, validFrom: null, validUntil: null }, by);
    return { outcome: 'added', networks: networks.map(({ text }) => text) };
  },
);

/** The networks of pasted lines, and at each line that cannot be added what is wrong with it. */
function pastedNetworks(db: Db, lines: string) {
  const { entries, faults: misread } = parseNetworkLines(lines);
  const faulty = new Set(misread.map(({ line: at }) => at));
  const taken = entries.flatMap(({ line: at, network }) => {
    const existing = faulty.has(at) ? undefined : getAllowedNetwork(db, network.text);
    return existing === undefined ? [] : [{ line: at, reason: alreadyAllowed(network, existing.registrar) }];
  });
  const faults = [...misread, ...taken]
    .toSorted((one, other) => one.line - other.line)
    .map(({ line: at, reason }): Fault => ({ where: { field: 'lines', line: at }, reason }));
  return { entries, faults };
}

/** What is wrong with the first networks of a registrar. An overlap must be confirmed, which its own screen asks. */
export function firstNetworkFaults(db: Db, lines: string | undefined): readonly Fault[] {
  if (lines === undefined || lines.trim() === '') return [];
  const { entries, faults } = pastedNetworks(db, lines);
  if (faults.length > 0) return faults;
  if (entries.length === 0) return [faultAt('lines', { code: 'no-networks' })];
  const networks = entries.map(({ network }) => network);
  const [overlap] = overlapsOf(db, networks, 0);
  return overlap === undefined ? [] : [faultAt('lines', { code: 'network-to-confirm', ...overlap })];
}

const namedNetwork = z.object({
  network: networkText,
  registrar: requiredLine(100),
  note: line(500),
  /** The registrar's new limit; without it, the limit does not change. */
  perSecond: limit.optional(),
  /** Whether a registrar that does not exist is added. */
  addsRegistrar: z.boolean().default(false),
  /** Whether a network with very many addresses is meant. */
  isLargeConfirmed: z.boolean().default(false),
  /** What is assumed of the registrar. */
  seen,
});

/** Allows a network for the registrar with this name. */
export const allowForRegistrarNamed = change(
  namedNetwork,
  (db, { network: text, registrar: name, note, perSecond: wanted, seen: assumed, ...confirmed }, by) => {
    const network = requireNetwork(text);
    const existing = getAllowedNetwork(db, network.text);
    if (existing !== undefined) throw new Refusal(alreadyAllowed(network, existing.registrar));
    const known = getRegistrarByName(db, name);
    if (known === undefined && !confirmed.addsRegistrar) throw new Refusal({ code: 'no-such-registrar', name });
    if (isVeryLarge(network) && !confirmed.isLargeConfirmed)
      throw new Refusal({ code: 'very-many-addresses', network: network.text });
    const perSecond = wanted ?? known?.perSecond ?? null;
    const id =
      known?.id ?? addRegistrarNamed.within(db, { name, contactEmail: '', note: '', perSecond, enabled: true }, by);
    if (known !== undefined) changeRegistrar.within(db, { id, perSecond, seen: assumed }, by);
    const registrar = requireRegistrar(db, id);
    addNetwork(db, registrar, { network, note, validFrom: null, validUntil: null }, by);
    return { network: network.text, registrar: registrar.name, perSecond: registrar.perSecond };
  },
  (_db, { note }) => [badNote(note)],
);

/** Allows the networks of a file for registrars by name, all or none. @returns how many */
export const importNetworks = change(importedRows, (db, { file, rows, faults }, by): number => {
  const found = rows.flatMap((row) =>
    faultsOfRow(row, () => allowForRegistrarNamed.within(db, row.values as z.input<typeof namedNetwork>, by)),
  );
  refuseFaults({ code: 'allowlist-not-imported', file }, [...faults, ...found]);
  return rows.length;
});

/** Changes an entry's note and period; a new note must be words, as for a new entry. */
export const changeNetwork = change(
  z.object({ id: rowId, ...details, seen }).partial(detailsOnly),
  (db, { id, seen: assumed, ...given }, by) => {
    const { entry, subject } = requireEntry(db, id);
    const present = networkFields(entry);
    const wanted = withSameMinutes(present, given);
    const store = (after: NetworkDetails) => {
      refuseFields(entryFaults(present, after));
      updateNetwork(db, id, after, by.nowMs);
    };
    const edit = { record: networkRecord(id), action: 'network.change', subject, recorded: recordedDetails } as const;
    const edited = editRecord(db, { ...edit, present, wanted, seen: assumed, store }, by);
    if (edited.changed.length > 0)
      noteChange(db, registrarRecord(entry.registrarId), ['networks'], edited.now.revision);
    return edited;
  },
  (db, { id = 0, ...given }, _by, faulty) => {
    const found = getNetworkEntry({ db }, id);
    if (found === undefined) return [];
    const present = networkFields(found.entry);
    const wanted = withSameMinutes(present, given);
    return faultsBeside(faulty, { present, wanted }, (after) => entryFaults(present, after));
  },
);

function entryFaults(present: NetworkDetails, after: Partial<NetworkDetails>) {
  // an entry of before may keep its note: what is refused is to write such a note
  return [periodFault(after), after.note === present.note ? undefined : badNote(after.note)];
}

type GivenDetails = { readonly [Field in keyof NetworkDetails]?: NetworkDetails[Field] | undefined };

function withSameMinutes(present: NetworkDetails, { note, validFrom, validUntil }: GivenDetails): GivenDetails {
  const kept = (had: number | null, given: number | null | undefined) =>
    given === undefined ? undefined : sameMinute(had, given);
  return {
    note,
    validFrom: kept(present.validFrom, validFrom),
    validUntil: kept(present.validUntil, validUntil),
  };
}

/** Takes an entry off the allowlist. */
export const removeNetwork = change(seenOf(rowId), (db, { record: id, seen: assumed }, { actor, nowMs }): void => {
  const { entry, subject } = requireEntry(db, id);
  const record = networkRecord(id);
  requireUnchanged(db, record, assumed, actor);
  deleteNetwork(db, id, nowMs);
  const before = recordedDetails(entry);
  const row = recordChange(db, { actor, action: 'network.remove', subject, before, after: null, record }, nowMs);
  noteChange(db, registrarRecord(entry.registrarId), ['networks'], row);
});

/** What a form shows of an allowlist entry. */
export function networkFields({ note, validFrom, validUntil }: NetworkDetails) {
  return { note, validFrom, validUntil };
}

/** The name of an allowlist entry as an edited record. */
export function networkRecord(id: number) {
  return `network ${id}` as const;
}

/** Takes a network off the allowlist, by its text. @returns its canonical text */
export const removeNetworkNamed = change(
  seenOf(requiredLine(100)),
  (db, { record: given, seen: assumed }, by): string => {
    const { text } = requireNetwork(given);
    const entry = required(getAllowedNetwork(db, text), { code: 'network-not-allowed', network: text });
    removeNetwork.within(db, { record: entry.id, seen: assumed }, by);
    return text;
  },
);

function isVeryLarge(network: Network): boolean {
  return flagNetworks([network]).some(({ flag }) => flag === 'very-large');
}

const mostOverlapsShown = 20;

/** The networks of other registrars that share addresses with these: of two such CIDR networks, one contains the other. */
function overlapsOf(db: Db, networks: readonly Network[], registrarId: number): Overlap[] {
  const others = listAllowedNetworks({ db })
    .filter((entry) => entry.registrarId !== registrarId)
    .flatMap(({ network, registrar }) => {
      const parsed = parseNetwork(network);
      return parsed.ok ? [{ network: parsed.network, registrar }] : [];
    });
  return networks
    .flatMap((network) =>
      others
        .filter((other) => containsNetwork(other.network, network) || containsNetwork(network, other.network))
        // an equal network is a duplicate: refused, not confirmed
        .filter((other) => other.network.text !== network.text)
        .map((other) => ({ network: network.text, other: other.network.text, registrar: other.registrar })),
    )
    .slice(0, mostOverlapsShown);
}

function addNetwork(
  db: Db,
  { id: registrarId, name }: Pick<Registrar, 'id' | 'name'>,
  { network, ...given }: NetworkDetails & { readonly network: Network },
  { actor, nowMs }: Authorship,
): void {
  const record = networkRecord(insertNetwork(db, { registrarId, network: network.text, ...given }, nowMs));
  const subject = `${network.text} of ${name}`;
  const after = recordedDetails(given);
  const row = recordChange(db, { actor, action: 'network.add', subject, before: null, after, record }, nowMs);
  noteChange(db, registrarRecord(registrarId), ['networks'], row);
}

function requireNetwork(text: string): Network {
  const parsed = parseWrittenNetwork(text);
  if (!parsed.ok) throw refusalAt('network', parsed.reason);
  return parsed.network;
}

function badNote(note: string | undefined): Fault | undefined {
  const reason = note === undefined ? undefined : noteFault(note);
  return reason && faultAt('note', reason);
}

function requireEntry(db: Db, id: number) {
  const found = required(getNetworkEntry({ db }, id), { code: 'network-gone' });
  return { ...found, subject: `${found.entry.network} of ${found.registrar}` };
}

function alreadyAllowed({ text }: Network, registrar: string) {
  return { code: 'network-already-allowed', network: text, registrar } as const;
}
