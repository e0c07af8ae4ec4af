import { createHash } from 'node:crypto';
import type { Look } from '#lib/tiles/picture/picture.ts';
import type { TileSet } from '#lib/tiles/tile-set.ts';

/** How a technology of a best tile is drawn. */
export interface SetLook extends Look {
  readonly setId: number;
}

/** The technologies of a best tile; where two are equally fast, the first of them is shown. */
export interface BestLook {
  readonly looks: readonly SetLook[];
}

/** The tiles that show the best technology at each place, in one version of the coverage. */
export interface BestSet extends Pick<TileSet, 'versionId' | 'fingerprint' | 'isDrawn' | 'box'> {
  readonly look: BestLook;
}

/**
 * The best technology at a place is the one with the fastest download among the offers that are `Available` there. At equal
 * speeds the order is that of answers (N5): the higher nominal speed, then the name.
 */
export function bestSetOf(versionId: number, sets: Iterable<TileSet>): BestSet {
  const used = [...sets]
    .filter(({ isInUse, box, isDrawn }) => isInUse && (box !== undefined || !isDrawn))
    .sort((a, b) => b.nominalMaxMbps - a.nominalMaxMbps || (a.name < b.name ? -1 : 1));
  const looks = used.map(({ setId, look }) => ({ setId, ...look }));
  const boxes = used.flatMap(({ box }) => box ?? []);
  const facts = JSON.stringify([looks, used.map(({ fingerprint }) => fingerprint)]);
  return {
    versionId,
    fingerprint: createHash('sha256').update(facts).digest('hex').slice(0, 24),
    isDrawn: used.every(({ isDrawn }) => isDrawn),
    box:
      boxes.length === 0
        ? undefined
        : {
            minX: Math.min(...boxes.map(({ minX }) => minX)),
            minY: Math.min(...boxes.map(({ minY }) => minY)),
            maxX: Math.max(...boxes.map(({ maxX }) => maxX)),
            maxY: Math.max(...boxes.map(({ maxY }) => maxY)),
          },
    look: { looks },
  };
}

/** What an address of pictures says of how they look, so that it changes with it: a colour, or a digest of all. */
export function lookKey(look: Look | BestLook): string {
  if ('colour' in look) return look.colour.slice(1);
  return createHash('sha256').update(JSON.stringify(look.looks)).digest('hex').slice(0, 6);
}
