import { type AttributionPart, parseAttribution } from './attribution.ts';

/** The street map below the coverage, from another server (`TILE_URL`). */
export interface StreetMap {
  /** With placeholders `{z}`, `{x}`, `{y}`, `{s}` (`a`, `b` or `c`) and `{r}` (`@2x` on dense screens). */
  readonly url: string;
  readonly attribution: readonly AttributionPart[];
}

/** The street map of the settings `TILE_URL` and `TILE_ATTRIBUTION`. */
export function streetMapOf(setting: Readonly<{ url: string; attribution: string }>): StreetMap {
  return { url: setting.url, attribution: parseAttribution(setting.attribution) };
}

/** The origins of its tiles, which the policy of pages must allow. */
export function tileOrigins(url: string): string[] {
  const hosts = url.includes('{s}') ? ['a', 'b', 'c'].map((name) => url.replaceAll('{s}', name)) : [url];
  return [...new Set(hosts.map((host) => new URL(host).origin))];
}
