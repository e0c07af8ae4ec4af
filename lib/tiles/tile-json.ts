import { type BestSet, lookKey } from './best/best-set.ts';
import { LEAST_ZOOM, MOST_ZOOM } from './grid.ts';
import type { TileSet } from './tile-set.ts';
import { VECTOR_LAYER } from './vector-tile.ts';

/**
 * The addresses of a set's tiles, with `{z}`, `{x}` and `{y}` to be filled in, and in that of pictures `{r}`, which is `@2x`
 * or empty. They include the version, and those of pictures the colour, so that their content never changes.
 */
export function tileAddresses({ setId, versionId, look }: TileSet, origin: string) {
  const base = `${origin}/tiles/${setId}/{z}/{x}/{y}`;
  // nothing is published, so there is no version
  if (versionId === 0) return { vector: `${base}.mvt`, picture: `${base}{r}.png` };
  return {
    vector: `${base}.mvt?v=${versionId}`,
    picture: `${base}{r}.png?v=${versionId}&colour=${look.colour.slice(1)}`,
  };
}

/** The address of the pictures of the best technology at each place, as `tileAddresses` has those of a technology. */
export function bestAddress({ versionId, look }: BestSet, origin: string): string {
  return `${origin}/tiles/best/{z}/{x}/{y}{r}.png?v=${versionId}&colour=${lookKey(look)}`;
}

/**
 * The TileJSON 3.0 of a set, as text. `tiles` are the vector tiles. `pictures` and `pictures_2x`, which are extensions, are
 * the same tiles as PNG.
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

/** Whose data they are, as HTML: programs show it so, and the names come from the providers' files. */
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

/** West, south, east and north in degrees. Bounds must not cross 180°, so areas on both sides of it have all longitudes. */
function boundsOf({ box }: TileSet): readonly [number, number, number, number] {
  // nothing is covered: the service box
  if (box === undefined) return [166.2, -47.5, 178.6, -34.2];
  const degrees = (units: number) => units / 1e7;
  const crosses = box.minX < 0 && box.maxX > 0;
  const [west, east] = crosses ? [-180, 180] : [box.minX, box.maxX].map((x) => longitude(x, box.maxX > 0));
  return [west ?? -180, degrees(box.minY), east ?? 180, degrees(box.maxY)];
}

/** Units count east from 180°, where degrees become negative. */
function longitude(x: number, isEast: boolean): number {
  return (isEast ? x - 1_800_000_000 : x + 1_800_000_000) / 1e7;
}
