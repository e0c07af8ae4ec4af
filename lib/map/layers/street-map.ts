import { type AttributionPart, parseAttribution } from './attribution.ts';

/** The street map below the coverage, from a server of others (`TILE_URL`). */
export interface StreetMap {
  /** With `{z}`, `{x}` and `{y}`; `{s}` stands for `a`, `b` or `c`, `{r}` for `@2x` on dense screens. */
  readonly url: string;
  readonly attribution: readonly AttributionPart[];
}

/** The street map of the two settings, as pages show it. */
export function streetMapOf(setting: Readonly<{ url: string; attribution: string }>): StreetMap {
  return { url: setting.url, attribution: parseAttribution(setting.attribution) };
}

/** The origins that its tiles come from: those a page's policy has to let in. */
export function tileOrigins(url: string): string[] {
  const hosts = url.includes('{s}') ? ['a', 'b', 'c'].map((name) => url.replaceAll('{s}', name)) : [url];
  return [...new Set(hosts.map((host) => new URL(host).origin))];
}
