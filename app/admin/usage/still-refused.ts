import { parseAddress } from '#lib/access/address.ts';
import { now } from '#lib/clock.ts';
import { registrarAt } from '#server/access/allowlist.ts';

/** The registrar whose networks include an address now; undefined if the allowlist still refuses it. */
export function registrarIdAt(address: string): number | undefined {
  const parsed = parseAddress(address);
  return parsed === null ? undefined : registrarAt(parsed, now())?.registrarId;
}
