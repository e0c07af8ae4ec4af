import { connections } from '#db/client.ts';
import { hasDemonstration } from '#db/demonstration/marks.ts';
import { searchableLists } from '#db/places/search.ts';
import { settings } from '#lib/env.ts';
import type { DataDays } from '#lib/map/layers/coverage-layers.ts';
import { type StreetMap, streetMapOf } from '#lib/map/layers/street-map.ts';
import { siteKeyOfToday } from '#server/access/site-key.ts';
import { publishedTileSets } from '#server/tiles/tile-sets.ts';

/** What the public pages are told by the server at each request. */
export interface PageFacts {
  /** The day's key that lets this site's own pages ask the broadband API. */
  readonly siteKey: string;
  /** Whether the published data were made up for demonstration. */
  readonly demonstration: boolean;
  readonly supportEmail: string;
  /** The public address of this site. */
  readonly baseUrl: string;
  /** Whether the search knows street addresses. */
  readonly hasAddresses: boolean;
  /** What lies below the coverage on the map; undefined: the built-in outline alone. */
  readonly streetMap: StreetMap | undefined;
  /** The days that each technology's data stand for, by `set_id`. */
  readonly dataDays: Readonly<Record<number, DataDays>>;
}

/** The facts as they stand now. */
export function pageFacts(): PageFacts {
  const { reader } = connections();
  const { baseUrl, streetMap, supportEmail } = settings();
  return {
    siteKey: siteKeyOfToday(),
    demonstration: hasDemonstration(reader),
    hasAddresses: searchableLists(reader).includes('addresses'),
    supportEmail,
    baseUrl,
    streetMap: streetMap && streetMapOf(streetMap),
    dataDays: dataDays(),
  };
}

function dataDays(): Record<number, DataDays> {
  const sets = [...publishedTileSets().sets.values()];
  return Object.fromEntries(sets.flatMap(({ setId, asOf }) => (asOf === undefined ? [] : [[setId, asOf]])));
}
