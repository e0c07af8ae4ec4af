import { type AttributionPart, parseAttribution } from './attribution.ts';

/** A map of streets or of photographs below the coverage. */
export interface StreetMap {
  /** Pictures from another server, or a file of vector tiles from this one. */
  readonly kind: 'pictures' | 'file';
  /** Of pictures, with placeholders `{z}`, `{x}`, `{y}`, `{s}` (`a`, `b` or `c`) and `{r}` (`@2x` on dense screens). */
  readonly url: string;
  readonly attribution: readonly AttributionPart[];
  /** Of a file, the highest zoom that it has tiles of. */
  readonly mostZoom?: number;
}

/** What can be shown above the built-in map. */
export interface BaseMaps {
  readonly streets: StreetMap | undefined;
  /** Photographs from above. */
  readonly aerial: StreetMap | undefined;
}

/** The base map that is shown; `built-in` alone without any other, or if its server does not answer. */
export type ShownBase = keyof BaseMaps | 'built-in';

/** The map of `TILE_URL` or `AERIAL_URL` with its attribution. */
export function pictureMapOf(setting: Readonly<{ url: string; attribution: string }>): StreetMap {
  return { kind: 'pictures', url: setting.url, attribution: parseAttribution(setting.attribution) };
}

/** The map of a file that was imported. */
export function fileMapOf(file: Readonly<{ number: number; attribution: string; mostZoom: number }>): StreetMap {
  const { number, attribution, mostZoom } = file;
  return { kind: 'file', url: `/base-map/${number}.pmtiles`, attribution: parseAttribution(attribution), mostZoom };
}

/** The origins of its tiles, which the policy of pages must allow. */
export function tileOrigins(url: string): string[] {
  const hosts = url.includes('{s}') ? ['a', 'b', 'c'].map((name) => url.replaceAll('{s}', name)) : [url];
  return [...new Set(hosts.map((host) => new URL(host).origin))];
}
