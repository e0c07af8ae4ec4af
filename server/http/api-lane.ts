import * as registryOther from '#app/1.0/[[...path]]/route.ts';
import * as registryAvailability from '#app/1.0/availability/route.ts';
import * as registryReleased from '#app/1.0/droplist/released/route.ts';
import * as registryDroplist from '#app/1.0/droplist/route.ts';
import * as broadbandOther from '#app/api/[[...path]]/route.ts';
import * as broadbandAvailability from '#app/api/1.0/availability/yx/[y]/[x]/route.ts';
import * as broadbandBulk from '#app/api/1.0/availability/yx/route.ts';
import * as areas from '#app/areas/route.ts';
import * as places from '#app/places/route.ts';
import * as preview from '#app/preview/[lat]/[lng]/route.ts';
import * as reports from '#app/reports/route.ts';
import * as tilesOther from '#app/tiles/[...path]/route.ts';
import * as tile from '#app/tiles/[set]/[z]/[x]/[y]/route.ts';
import * as tileJson from '#app/tiles/[set]/route.ts';
import * as tileLegend from '#app/tiles/route.ts';
import type { Handler } from '#lib/http/endpoint.ts';
import { isTileJsonPath, isTilePath } from '#lib/tiles/tile-address.ts';
import type { UsageApi } from '#lib/usage/batch.ts';

/**
 * The handler of a path of the two APIs, or of what maps ask for, the same function that Next mounts
 * from the same `route.ts`; undefined for every other path, which is a page's.
 */
export function apiHandlerOf(path: string): Handler | undefined {
  if (path.startsWith('/api/1.0/availability/yx/')) return broadbandAvailability.GET;
  if (path === '/api/1.0/availability/yx') return broadbandBulk.POST;
  // with a trailing slash too: it is the operation that answers 404 (B3), in Next's lane as well
  if (path === '/1.0/availability' || path === '/1.0/availability/') return registryAvailability.GET;
  if (path === '/1.0/droplist' || path === '/1.0/droplist/') return registryDroplist.GET;
  if (path === '/1.0/droplist/released' || path === '/1.0/droplist/released/') return registryReleased.GET;
  if (path === '/1.0' || path.startsWith('/1.0/')) return registryOther.GET;
  if (path === '/api' || path.startsWith('/api/')) return broadbandOther.GET;
  if (path === '/places') return places.GET;
  if (path === '/reports') return reports.POST;
  if (path === '/areas') return areas.GET;
  if (path.startsWith('/preview/')) return preview.GET;
  if (path === '/tiles' || path.startsWith('/tiles/')) return tileHandlerOf(path);
  return undefined;
}

function tileHandlerOf(path: string): Handler {
  if (isTilePath(path)) return tile.GET;
  if (isTileJsonPath(path)) return tileJson.GET;
  return path === '/tiles' ? tileLegend.GET : tilesOther.GET;
}

/** Which of the two APIs a path belongs to; the same paths as `apiHandlerOf`. */
export function apiOf(path: string): UsageApi | undefined {
  if (path === '/1.0' || path.startsWith('/1.0/')) return 'registry';
  if (path === '/api' || path.startsWith('/api/')) return 'broadband';
  return undefined;
}
