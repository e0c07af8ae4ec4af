import type { DetailedLayer, VersionDetails } from '#db/broadband/version-details.ts';
import type { VersionLayer } from '#db/broadband/versions.ts';
import type { ComparedArea } from '#lib/broadband/measure/comparison.ts';

/** What a version changes of one provider's coverage. */
export interface OwnPart {
  /** Undefined until they are measured. */
  readonly areas: readonly ComparedArea[] | undefined;
  readonly layers: readonly DetailedLayer[];
  readonly removedLayers: readonly VersionLayer[];
}

/** The part of a version that is a provider's: its areas by technology, and its layers. */
export function ownPart({ comparison, layers, removedLayers }: VersionDetails, provider: string): OwnPart {
  const isOwn = (each: { readonly provider: string | null }) => each.provider === provider;
  return {
    // as the areas of technologies: there is no other provider beside it
    areas: comparison?.areas.filter(isOwn).map((area) => ({ ...area, provider: null })),
    layers: layers.filter(isOwn),
    removedLayers: removedLayers.filter(isOwn),
  };
}
