import { swatchesOf } from '#lib/tiles/picture/swatch.ts';
import type { DrawnAvailability } from '#lib/tiles/picture/texture.ts';
import { tileAddresses } from '#lib/tiles/tile-json.ts';
import { tileSetsOfVersion } from './tile-sets.ts';

/** A technology of a version on the map of its staff page. */
export interface VersionPictures {
  readonly technology: string;
  /** The address of its pictures on this server, with `{z}`, `{x}`, `{y}` and `{r}` to be filled in. */
  readonly pictures: string;
  /** Whether its pictures can be made. */
  readonly isDrawn: boolean;
  readonly swatches: Readonly<Record<DrawnAvailability, string>>;
}

/** The technologies that cover anything in a version; undefined when the version no longer exists. */
export function versionPictures(versionId: number): VersionPictures[] | undefined {
  const found = tileSetsOfVersion(versionId);
  if (found === undefined) return undefined;
  return [...found.sets.values()]
    .filter(({ box, isDrawn }) => box !== undefined || !isDrawn)
    .map((set) => ({
      technology: set.name,
      pictures: tileAddresses(set, '').picture,
      isDrawn: set.isDrawn,
      swatches: swatchesOf(set.look),
    }));
}
