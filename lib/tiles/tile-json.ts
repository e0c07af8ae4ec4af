import { LEAST_ZOOM, MOST_ZOOM } from './grid.ts';
import type { TileSet } from './tile-set.ts';
import { VECTOR_LAYER } from './vector-tile.ts';

/**
 * The addresses of a set's tiles, with `{z}`, `{x}` and `{y}` to be filled in, and `{r}` for `@2x` or nothing in that of
 * the pictures. They name the version, so that what they give never changes; those of pictures the colour too.
 */
export function tileAddresses({ setId, versionId, look }: TileSet, origin: string) {
  const base = `${origin}/tiles/${setId}/{z}/{x}/{y}`;
  // nothing is published: there is no version to name
  if (versionId === 0) return { vector: `${base}.mvt`, picture: `${base}{r}.png` };
  return {
    vector: `${base}.mvt?v=${versionId}`,
    picture: `${base}{r}.png?v=${versionId}&colour=${look.colour.slice(1)}`,
  };
}

/**
 * The TileJSON 3.0 of a set, as text. `tiles` are the vector tiles; `pictures` and `pictures_2x`, members of our own,
 * are the PNG of the same.
 *
 * @param origin of the service, without a slash at the end
 */
export function tileJson(set: TileSet, origin: string): string {
  const { vector, picture } = tileAddresses(set, origin);
  return JSON.stringify({
    tilejson: '3.0.0',
    name: set.name,
    description: `Where ${set.name} broadband is available, being built or planned.`,
    version: `${set.versionId}.0.0`,
    attribution: attributionOf(set.providers),
    scheme: 'xyz',
    tiles: [vector],
    pictures: [picture.replace('{r}', '')],
    pictures_2x: [picture.replace('{r}', '@2x')],
    minzoom: LEAST_ZOOM,
    maxzoom: MOST_ZOOM,
    bounds: boundsOf(set),
    vector_layers: [
      {
        id: VECTOR_LAYER,
        description: 'Areas by what is offered there; the best availability comes last.',
        minzoom: LEAST_ZOOM,
        maxzoom: MOST_ZOOM,
        fields: {
          availability: 'String. Available, Underway or Planned',
          provider: 'String. The name of the provider',
          max_mbps: 'Number. The highest download speed on offer, in megabits per second',
        },
      },
    ],
  });
}

/** Whose data it is. Programs show an attribution as HTML, and names come from files of others. */
export function attributionOf(providers: readonly string[]): string {
  if (providers.length === 0) return 'Wātea';
  const names = new Intl.ListFormat('en-NZ', { type: 'conjunction' }).format(providers);
  return `Coverage: ${escapeHtml(names)}; Wātea`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** West, south, east and north in degrees. What lies on both sides of 180° has all longitudes: bounds may not cross it. */
function boundsOf({ box }: TileSet): readonly [number, number, number, number] {
  // nothing is covered: where it would be, the service box
  if (box === undefined) return [166.2, -47.5, 178.6, -34.2];
  const degrees = (units: number) => units / 1e7;
  const crosses = box.minX < 0 && box.maxX > 0;
  const [west, east] = crosses ? [-180, 180] : [box.minX, box.maxX].map((x) => longitude(x, box.maxX > 0));
  return [west ?? -180, degrees(box.minY), east ?? 180, degrees(box.maxY)];
}

/** Units are counted east of 180°; what lies east of it has negative degrees. */
function longitude(x: number, isEast: boolean): number {
  return (isEast ? x - 1_800_000_000 : x + 1_800_000_000) / 1e7;
}
