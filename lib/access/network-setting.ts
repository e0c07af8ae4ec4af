import { noControls } from '#lib/words/controls.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import type { Network } from './network.ts';
import { parseNetwork } from './network.ts';
import { NetworkIndex } from './network-index.ts';

export type ParsedNetworks = Readonly<{ ok: true; networks: NetworkIndex }> | Readonly<{ ok: false; reason: string }>;

/**
 * Parses a setting that lists addresses and CIDR networks, separated by commas or white space; none if it is empty.
 * `reason` is one sentence that names the setting and the part that is wrong.
 *
 * @param everyone what is wrong with a network of all addresses
 */
export function parseNetworkSetting(name: string, setting: string, everyone: string): ParsedNetworks {
  const networks: Network[] = [];
  for (const part of setting.split(/[\s,]+/)) {
    if (part === '') continue;
    const parsed = parseNetwork(part);
    if (!parsed.ok) return { ok: false, reason: `${name}: ${reasonWords(parsed.reason, noControls)}` };
    if (parsed.network.prefixLength === 0) return { ok: false, reason: `${name}: ${part} ${everyone}` };
    networks.push(parsed.network);
  }
  return { ok: true, networks: new NetworkIndex(networks) };
}
