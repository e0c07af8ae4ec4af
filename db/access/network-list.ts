import { type AllowedNetwork, entriesWithRegistrar } from '#db/access/networks.ts';
import { allowedNetwork } from '#db/access/schema.ts';
import type { Connection } from '#db/client.ts';
import { and, eq, gt, inArray, isNull, lte, or, type SQL, sql } from '#db/drizzle.ts';
import { anyContains, type Page, type PageRequest, pageOf } from '#db/page.ts';
import type { Address } from '#lib/access/address.ts';
import { networkOrder, networksContaining, parseNetwork } from '#lib/access/network.ts';

export const networkSorts = ['network', 'note', 'from', 'until', 'created'] as const;

export interface NetworkQuery extends PageRequest<(typeof networkSorts)[number]> {
  readonly registrarId: number;
  /** Part of a network or a note; empty for all. */
  readonly search: string;
  readonly state: 'valid' | 'not-yet' | 'lapsed' | undefined;
}

/** A page of a registrar's networks, as they are at `nowMs`. */
export function pageOfNetworks(connection: Connection, wanted: NetworkQuery, nowMs: number): Page<AllowedNetwork> {
  const { db } = connection;
  const { registrarId, network, note, validFrom, validUntil, createdAt } = allowedNetwork;
  return pageOf(db, wanted, {
    table: allowedNetwork,
    matches: and(
      eq(registrarId, wanted.registrarId),
      anyContains(wanted.search, network, note),
      stateOf(wanted.state, nowMs),
    ),
    sorts: {
      network: networkOrderOf(connection),
      note: sql`nullif(${note}, '') COLLATE NOCASE`,
      from: validFrom,
      until: validUntil,
      created: createdAt,
    },
    select: (isOnPage) => db.select().from(allowedNetwork).where(isOnPage),
  });
}

/** Every entry that contains an address, also lapsed ones and those of disabled registrars, the longest prefix first. */
export function entriesHolding({ db }: Connection, address: Address) {
  const around = networksContaining(address);
  const found = entriesWithRegistrar(db).where(inArray(allowedNetwork.network, around)).all();
  return found.sort((a, b) => around.indexOf(a.network) - around.indexOf(b.network));
}

function stateOf(state: NetworkQuery['state'], nowMs: number): SQL | undefined {
  const { validFrom, validUntil } = allowedNetwork;
  if (state === 'not-yet') return gt(validFrom, nowMs);
  if (state === 'lapsed') return lte(validUntil, nowMs);
  if (state === undefined) return undefined;
  return and(or(isNull(validFrom), lte(validFrom, nowMs)), or(isNull(validUntil), gt(validUntil, nowMs)));
}

const withNetworkOrder = new WeakSet<Connection['sqlite']>();

/** The order of networks by address, which differs from that of their text; registered with SQLite when first used. */
function networkOrderOf({ sqlite }: Connection): SQL {
  if (!withNetworkOrder.has(sqlite)) {
    withNetworkOrder.add(sqlite);
    sqlite.function('network_order', { deterministic: true }, (text) => {
      const parsed = parseNetwork(String(text));
      return parsed.ok ? networkOrder(parsed.network) : '';
    });
  }
  return sql`network_order(${allowedNetwork.network})`;
}
