import { noControls } from '#lib/words/controls.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import type { Network } from './network.ts';
import { parseNetwork } from './network.ts';
import { NetworkIndex } from './network-index.ts';

/** The networks whose X-Forwarded-For is read (B5). */
export type TrustedProxies = NetworkIndex;

export type ParsedTrustedProxies =
  | Readonly<{ ok: true; proxies: TrustedProxies }>
  | Readonly<{ ok: false; reason: string }>;

/**
 * Parses the setting TRUSTED_PROXIES: addresses and CIDR networks, separated by commas or white space. If it is empty or
 * absent, no proxy is trusted. `reason` is one sentence that names the setting and the part that is wrong.
 */
export function parseTrustedProxies(setting: string | undefined): ParsedTrustedProxies {
  const networks: Network[] = [];
  for (const part of (setting ?? '').split(/[\s,]+/)) {
    if (part === '') continue;
    const parsed = parseNetwork(part);
    if (!parsed.ok) return { ok: false, reason: `TRUSTED_PROXIES: ${reasonWords(parsed.reason, noControls)}` };
    if (parsed.network.prefixLength === 0) {
      const reason = `TRUSTED_PROXIES: ${part} trusts every address, so no caller could be identified; list the addresses of the proxies only.`;
      return { ok: false, reason };
    }
    networks.push(parsed.network);
  }
  return { ok: true, proxies: new NetworkIndex(networks) };
}
