import { type Answer, errorAnswer } from '#lib/http/answer.ts';
import type { ApiRequest } from '#lib/http/api-request.ts';
import { readParameters } from '#lib/http/parameters.ts';
import { type BestSet, lookKey } from '#lib/tiles/best/best-set.ts';
import type { TileSet } from '#lib/tiles/tile-set.ts';
import type { ApiReason } from '#lib/words/api.ts';
import { maySeeVersion } from '#server/access/staff-session.ts';
import { shownTileSets, tileSetsOfVersion, type VersionSets } from './tile-sets.ts';

/** The tiles of a request, and how long its answer may be cached. */
export interface AskedSet<Set> {
  readonly ok: true;
  readonly set: Set;
  readonly cacheControl: string;
}

const immutable = 'max-age=31536000, immutable';

/**
 * Finds the tiles of a request (N10). Without `v` they are those that maps show, to be revalidated each time. With `v` they
 * are those of that version, which never change; only staff, and the provider who delivered it, may see a version that is not
 * published. `colour` is the colour that the client expects of pictures: when the technology has another one by now, the
 * answer must not be cached.
 *
 * @param find the requested one of a version's
 */
export function askedSet<Set extends TileSet | BestSet>(
  request: ApiRequest,
  setId: number,
  find: (found: VersionSets) => Set | undefined,
): AskedSet<Set> | { readonly ok: false; readonly answer: Answer } {
  let version: string | undefined;
  let colour: string | undefined;
  for (const [name, value] of request.query === '' ? [] : readParameters(request.query)) {
    if (name === 'colour') colour = value;
    if (name !== 'v') continue;
    if (version !== undefined) return refuse(400, { code: 'parameter-repeated', name: 'v' });
    version = value;
  }
  if (version === undefined) {
    const set = find(shownTileSets());
    return set === undefined ? noLayer(setId) : { ok: true, set, cacheControl: 'no-cache' };
  }
  const found = /^[1-9]\d{0,14}$/.test(version) ? tileSetsOfVersion(Number(version)) : undefined;
  if (found === undefined || !(found.isPublic || maySeeVersion(request, Number(version)))) {
    return refuse(404, { code: 'no-such-map-version' });
  }
  const set = find({ versionId: Number(version), sets: found.sets });
  if (set === undefined) return noLayer(setId);
  const whose = found.isPublic ? 'public' : 'private';
  const isAsExpected = colour === undefined || colour === lookKey(set.look);
  // what is not drawn yet changes once, when it is
  return { ok: true, set, cacheControl: `${whose}, ${isAsExpected && set.isDrawn ? immutable : 'no-cache'}` };
}

const noLayer = (layer: number) => refuse(404, { code: 'no-such-layer', layer });

function refuse(status: 400 | 404, reason: ApiReason) {
  return { ok: false, answer: errorAnswer(status, reason, { 'Cache-Control': 'no-store' }) } as const;
}
