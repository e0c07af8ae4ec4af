import type { NetworkIndex } from './network-index.ts';
import { parseNetworkSetting } from './network-setting.ts';

/** The networks whose X-Forwarded-For is read (B5). */
export type TrustedProxies = NetworkIndex;

export type ParsedTrustedProxies =
  | Readonly<{ ok: true; proxies: TrustedProxies }>
  | Readonly<{ ok: false; reason: string }>;

const everyone = 'trusts every address, so no caller could be identified; list the addresses of the proxies only.';

/**
 * Parses the setting TRUSTED_PROXIES: addresses and CIDR networks, separated by commas or white space. If it is empty or
 * absent, no proxy is trusted. `reason` is one sentence that names the setting and the part that is wrong.
 */
export function parseTrustedProxies(setting: string | undefined): ParsedTrustedProxies {
  const parsed = parseNetworkSetting('TRUSTED_PROXIES', setting ?? '', everyone);
  return parsed.ok ? { ok: true, proxies: parsed.networks } : parsed;
}
