import type { AllowedNetwork } from '#db/access/networks.ts';
import { allowedNetwork, registrar } from '#db/access/schema.ts';
import type { Connection } from '#db/client.ts';
import { and, count, eq, gt, inArray, isNull, lte, or, type SQL, sql } from '#db/drizzle.ts';
import { containsText, offsetOf, orderOf, type Page, type PageRequest } from '#db/page.ts';
import type { Address } from '#lib/access/address.ts';
import type { MatchingEntry } from '#lib/access/admission.ts';
import { parseNetwork } from '#lib/access/network.ts';
import { networkOrder, networksContaining } from '#lib/access/network-relation.ts';

export const networkSorts = ['network', 'note', 'from', 'until', 'created'] as const;
export const networkStates = ['valid', 'not-yet', 'lapsed'] as const;

export interface NetworkQuery extends PageRequest<(typeof networkSorts)[number]> {
  readonly registrarId: number;
  /** Part of a network or a note; empty for all. */
  readonly search: string;
  readonly state: (typeof networkStates)[number] | undefined;
}

/** A page of a registrar's networks, as they stand at `nowMs`. */
export function pageOfNetworks(connection: Connection, wanted: NetworkQuery, nowMs: number): Page<AllowedNetwork> {
  const { db } = connection;
  const columns = {
    network: networkOrderOf(connection),
    note: sql`nullif(${allowedNetwork.note}, '') COLLATE NOCASE`,
    from: allowedNetwork.validFrom,
    until: allowedNetwork.validUntil,
    created: allowedNetwork.createdAt,
  };
  const { registrarId, search, state } = wanted;
  const matches = and(
    eq(allowedNetwork.registrarId, registrarId),
    search === ''
      ? undefined
      : or(containsText(allowedNetwork.network, search), containsText(allowedNetwork.note, search)),
    stateOf(state, nowMs),
  );
  const { limit, offset } = offsetOf(wanted);
  const rows = db
    .select()
    .from(allowedNetwork)
    .where(matches)
    .orderBy(...orderOf(wanted, columns, allowedNetwork.id))
    .limit(limit)
    .offset(offset)
    .all();
  const total = db.select({ total: count() }).from(allowedNetwork).where(matches).get()?.total ?? 0;
  return { rows, total };
}

/** Every entry that holds an address, of disabled registrars and lapsed ones too, the longest prefix first. */
export function entriesHolding(
  { db }: Connection,
  address: Address,
): (MatchingEntry & { readonly registrarId: number })[] {
  const around = networksContaining(address);
  const found = db
    .select({
      network: allowedNetwork.network,
      registrar: registrar.name,
      registrarId: registrar.id,
      enabled: registrar.enabled,
      validFrom: allowedNetwork.validFrom,
      validUntil: allowedNetwork.validUntil,
    })
    .from(allowedNetwork)
    .innerJoin(registrar, eq(registrar.id, allowedNetwork.registrarId))
    .where(inArray(allowedNetwork.network, around))
    .all();
  return found.sort((a, b) => around.indexOf(a.network) - around.indexOf(b.network));
}

function stateOf(state: NetworkQuery['state'], nowMs: number): SQL | undefined {
  const { validFrom, validUntil } = allowedNetwork;
  if (state === 'not-yet') return gt(validFrom, nowMs);
  if (state === 'lapsed') return lte(validUntil, nowMs);
  if (state === undefined) return undefined;
  return and(or(isNull(validFrom), lte(validFrom, nowMs)), or(isNull(validUntil), gt(validUntil, nowMs)));
}

const taught = new WeakSet<Connection['sqlite']>();

/** Networks in the order of their addresses, which their text is not in; SQLite learns it at the first question. */
function networkOrderOf({ sqlite }: Connection): SQL {
  if (!taught.has(sqlite)) {
    taught.add(sqlite);
    sqlite.function('network_order', { deterministic: true }, (text) => {
      const parsed = parseNetwork(String(text));
      return parsed.ok ? networkOrder(parsed.network) : '';
    });
  }
  return sql`network_order(${allowedNetwork.network})`;
}
