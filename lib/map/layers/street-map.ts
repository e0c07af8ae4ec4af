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

/** A part of an attribution: a text, and its link. */
export interface AttributionPart {
  readonly text: string;
  readonly href: string | undefined;
}

const entities: Readonly<Record<string, string>> = { amp: '&', copy: '©', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Parses an attribution as street maps write it: text, `&copy;` and links. Of other HTML, only the text is kept. */
export function parseAttribution(html: string): readonly AttributionPart[] {
  const parts: AttributionPart[] = [];
  const link = /<a\s[^>]*?href\s*=\s*["']?(https?:\/\/[^"'\s>]+)["']?[^>]*>(.*?)<\/a>/gis;
  let from = 0;
  for (const found of html.matchAll(link)) {
    parts.push({ text: plain(html.slice(from, found.index)), href: undefined });
    parts.push({ text: plain(found[2] ?? ''), href: found[1] });
    from = found.index + found[0].length;
  }
  parts.push({ text: plain(html.slice(from)), href: undefined });
  return parts.filter(({ text }) => text !== '');
}

function plain(html: string): string {
  return html.replace(/<[^>]*>/g, '').replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
}
