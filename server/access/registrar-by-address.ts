import { readAllowlist } from '#db/access/networks.ts';
import { connections } from '#db/client.ts';
import { GenerationCache } from '#db/generation.ts';
import { parseAddress } from '#lib/access/address.ts';
import { Allowlist } from '#lib/access/allowlist.ts';
import { parseNetwork } from '#lib/access/network.ts';
import { now } from '#lib/clock.ts';
import { processWide } from '#lib/process-wide.ts';

const allowlist = () =>
  processWide('staff-allowlist', () => {
    return new GenerationCache('allowlist', (connection) => {
      const entries = readAllowlist(connection).flatMap((row) => {
        const parsed = parseNetwork(row.network);
        return parsed.ok ? [{ ...row, network: parsed.network }] : [];
      });
      return new Allowlist(entries);
    });
  }).get(connections().reader);

/** The id of the registrar that lets this address in at present; for staff who look at one that was refused before. */
export function registrarAllowing(address: string): number | undefined {
  const parsed = parseAddress(address);
  return parsed === null ? undefined : allowlist().getEntry(parsed, now())?.registrarId;
}
