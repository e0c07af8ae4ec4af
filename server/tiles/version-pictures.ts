import { swatchesOf } from '#lib/tiles/picture/swatch.ts';
import type { DrawnAvailability } from '#lib/tiles/picture/texture.ts';
import { tileAddresses } from '#lib/tiles/tile-json.ts';
import { tileSetsOfVersion } from './tile-sets.ts';

/** A technology of one version on a map of staff. */
export interface VersionPictures {
  readonly technology: string;
  /** Address of its pictures, below this server's: `{z}`, `{x}`, `{y}` and `{r}` are to be filled in. */
  readonly pictures: string;
  /** Whether the pictures can be made already. */
  readonly isDrawn: boolean;
  readonly swatches: Readonly<Record<DrawnAvailability, string>>;
}

/** The technologies that a version covers something by; undefined when there is no such version any more. */
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
