import { readAllowlist } from '#db/access/networks.ts';
import { type Connection, connections } from '#db/client.ts';
import { GenerationCache } from '#db/generation.ts';
import type { Address } from '#lib/access/address.ts';
import { type Allowlist, readAllowlistRows } from '#lib/access/allowlist.ts';
import { type Policy, registrarPerSecond } from '#lib/access/limit/policy.ts';
import { processWide } from '#lib/process-wide.ts';
import { limits } from './limits.ts';

/** A registrar with the limit of its requests. */
export interface RegistrarAccount {
  readonly registrarId: number;
  readonly subject: string;
  readonly policy: Policy;
}

interface Current {
  readonly allowlist: Allowlist;
  readonly accounts: ReadonlyMap<number, RegistrarAccount>;
}

const current = () =>
  processWide('allowlist', () => new GenerationCache<Current>('allowlist', build)).get(connections().reader);

function build(connection: Connection): Current {
  const rows = readAllowlist(connection);
  const { allowlist, unreadable } = readAllowlistRows(rows);
  const isUnreadable = new Set(unreadable.map(({ row }) => row));
  const accounts = new Map<number, RegistrarAccount>();
  for (const row of rows) {
    if (isUnreadable.has(row)) continue;
    const { registrarId, perSecond } = row;
    const policy = limits().policy(perSecond ?? registrarPerSecond, null);
    accounts.set(registrarId, { registrarId, subject: `registrar:${registrarId}`, policy });
  }
  return { allowlist, accounts };
}

/** The registrar of an address at `nowMs` (R11); undefined if the address is refused. */
export function registrarAt(address: Address, nowMs: number): RegistrarAccount | undefined {
  const { allowlist, accounts } = current();
  const registrarId = allowlist.getEntry(address, nowMs)?.registrarId ?? undefined;
  return registrarId === undefined ? undefined : accounts.get(registrarId);
}

/** The unreadable rows of the allowlist, which let nobody in. */
export function unreadableAllowlistRows(connection: Connection) {
  return readAllowlistRows(readAllowlist(connection)).unreadable;
}
