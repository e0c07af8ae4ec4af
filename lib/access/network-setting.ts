import type { Reason } from '#lib/refusal.ts';
import type { Network } from './network.ts';
import { parseNetwork } from './network.ts';
import { NetworkIndex } from './network-index.ts';

/** Settings that list networks: the proxies whose X-Forwarded-For is read (B5), and who may read the metrics. */
export type NetworkSettingName = 'TRUSTED_PROXIES' | 'METRICS_ALLOW';

export type ParsedNetworks = Readonly<{ ok: true; networks: NetworkIndex }> | Readonly<{ ok: false; reason: Reason }>;

/** Parses a setting that lists addresses and CIDR networks, separated by commas or white space; none if it is empty. */
export function parseNetworkSetting(name: NetworkSettingName, setting: string): ParsedNetworks {
  const networks: Network[] = [];
  for (const part of setting.split(/[\s,]+/)) {
    if (part === '') continue;
    const parsed = parseNetwork(part);
    if (!parsed.ok) return { ok: false, reason: { code: 'setting-not-networks', name, fault: parsed.reason } };
    if (parsed.network.prefixLength === 0) return { ok: false, reason: { code: 'setting-all-addresses', name, part } };
    networks.push(parsed.network);
  }
  return { ok: true, networks: new NetworkIndex(networks) };
}
