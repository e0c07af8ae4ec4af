'use server';

import type { z } from 'zod';
import { change } from '#app/admin/change.ts';
import { rowId } from '#app/admin/form-fields.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { getAllowedNetwork } from '#db/access/allowlist.ts';
import type { Db } from '#db/client.ts';
import {
  addNetworks,
  changeNetwork,
  overlapsWithOthers,
  removeNetwork,
  standingNetworks,
} from '#flows/access/network-changes.ts';
import {
  changeRegistrar,
  createRegistrar,
  deleteRegistrar,
  requireRegistrar,
} from '#flows/access/registrar-changes.ts';
import { flagNetworks, type Network, parseNetwork } from '#lib/access/network.ts';
import { type NetworkLine, parseNetworkLines } from '#lib/access/network-lines.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import {
  entryFields,
  type NetworkValues,
  networkFields,
  pastedFields,
  type RegistrarValues,
  registrarFields,
} from './forms.ts';

/** Makes a registrar; gives its number. */
export async function addRegistrar(values: RegistrarValues): Promise<ActionResult<number>> {
  return await change('editor', registrarFields, values, (db, details, by) => createRegistrar(db, details, by));
}

/** Changes what is said about a registrar. */
export async function saveRegistrar(id: number, values: RegistrarValues): Promise<ActionResult<undefined>> {
  return await change('editor', registrarFields.extend({ id: rowId }), { ...values, id }, (db, fields, by) => {
    const { id: registrarId, ...details } = fields;
    changeRegistrar(db, registrarId, details, by);
    return undefined;
  });
}

/** Removes a registrar and all its networks. */
export async function removeRegistrar(id: number): Promise<ActionResult<undefined>> {
  return await change('editor', rowId, id, (db, registrarId, by) => {
    deleteRegistrar(db, registrarId, by);
    return undefined;
  });
}

/** A network of another registrar that shares addresses with one that is to be added. */
export interface Overlap {
  readonly network: string;
  readonly other: string;
  readonly registrar: string;
}

/**
 * What came of it: the networks are allowed now; or something must be confirmed first, for the network as `network`
 * spells it; or another network was probably meant.
 */
export type AddedNetwork =
  | { readonly outcome: 'added'; readonly networks: readonly string[] }
  | { readonly outcome: 'suggests'; readonly reason: string; readonly suggestion: string }
  | {
      readonly outcome: 'asks';
      readonly network: string;
      readonly overlaps: readonly Overlap[];
      readonly mustType: boolean;
    };

/** Allows one network for a registrar; asks back when it is very large or overlaps with another registrar. */
export async function allowNetwork(values: NetworkValues): Promise<ActionResult<AddedNetwork>> {
  return await change('editor', networkFields, values, (db, fields, by): AddedNetwork => {
    const { registrarId, note, validFrom, validUntil, typed, seenOverlaps } = fields;
    const parsed = parseNetwork(fields.network);
    if (!parsed.ok) {
      const { reason, suggestion } = parsed;
      if (suggestion === undefined) throw refusalAt('network', reason);
      return { outcome: 'suggests', reason, suggestion };
    }
    const { network } = parsed;
    const registrar = requireRegistrar(db, registrarId);
    const holder = getAllowedNetwork(db, network.text);
    if (holder !== undefined)
      throw refusalAt('network', `${network.text} is allowed already, for ${holder.registrar}.`);
    const overlaps = seenOverlaps === network.text ? [] : overlapsOf(db, [network], registrarId);
    const isVeryLarge = flagNetworks([network]).some(({ flag }) => flag === 'very-large');
    const mustType = isVeryLarge && typed !== network.text;
    if (mustType && typed !== '')
      throw refusalAt('typed', `Please type ${network.text} exactly, or choose a smaller network.`);
    if (mustType || overlaps.length > 0) {
      return { outcome: 'asks', network: network.text, overlaps, mustType: isVeryLarge };
    }
    addNetworks(db, registrar, [{ network, note, validFrom, validUntil }], by);
    return { outcome: 'added', networks: [network.text] };
  });
}

/** Allows many networks, one a line, all or none. */
export async function allowPasted(values: z.input<typeof pastedFields>): Promise<ActionResult<AddedNetwork>> {
  return await change(
    'editor',
    pastedFields,
    values,
    (db, { registrarId, lines, hasSeenOverlaps }, by): AddedNetwork => {
      const registrar = requireRegistrar(db, registrarId);
      const { entries, faults } = parseNetworkLines(lines);
      if (faults.length > 0) throw linesRefusal(faults.map(({ line, sentence }) => `Line ${line}: ${sentence}`));
      if (entries.length === 0) throw refusalAt('lines', 'Please paste at least one network.');
      const networks = entries.map(({ network }) => network);
      refuseAllowedLines(db, entries);
      const overlaps = hasSeenOverlaps ? [] : overlapsOf(db, networks, registrarId);
      if (overlaps.length > 0) return { outcome: 'asks', network: '', overlaps, mustType: false };
      const added = entries.map(({ network, note }) => ({ network, note, validFrom: null, validUntil: null }));
      addNetworks(db, registrar, added, by);
      return { outcome: 'added', networks: networks.map(({ text }) => text) };
    },
  );
}

/** Changes an entry's note and the time it counts. */
export async function saveNetwork(values: z.input<typeof entryFields>): Promise<ActionResult<undefined>> {
  return await change('editor', entryFields, values, (db, { id, ...changed }, by) => {
    changeNetwork(db, id, changed, by);
    return undefined;
  });
}

/** Takes a network off the allowlist. */
export async function disallowNetwork(id: number): Promise<ActionResult<undefined>> {
  return await change('editor', rowId, id, (db, entryId, by) => {
    removeNetwork(db, entryId, by);
    return undefined;
  });
}

const mostListed = 20;

function overlapsOf(db: Db, networks: readonly Network[], registrarId: number): Overlap[] {
  const standing = standingNetworks(db);
  const found = networks.flatMap((network) =>
    overlapsWithOthers(network, registrarId, standing).map((other) => ({
      network: network.text,
      other: other.network.text,
      registrar: other.registrar,
    })),
  );
  // an equal network is a duplicate, which is refused, not asked about
  return found.filter(({ network, other }) => network !== other).slice(0, mostListed);
}

function refuseAllowedLines(db: Db, entries: readonly NetworkLine[]): void {
  const sentences = entries.flatMap(({ line, network }) => {
    const holder = getAllowedNetwork(db, network.text);
    return holder === undefined ? [] : [`Line ${line}: ${network.text} is allowed already, for ${holder.registrar}.`];
  });
  if (sentences.length > 0) throw linesRefusal(sentences);
}

function linesRefusal(sentences: readonly string[]): Refusal {
  const rest = sentences.length - mostListed;
  const listed = [...sentences.slice(0, mostListed), ...(rest > 0 ? [`… and ${rest} more.`] : [])];
  return new Refusal('Nothing was added: some lines must be mended first.', [
    { where: 'lines', message: listed.join('\n') },
  ]);
}
