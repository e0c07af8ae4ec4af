import { getBaseMap } from '#db/base-map/base-map.ts';
import { hasEarlierCoverage } from '#db/broadband/lookup.ts';
import { connections } from '#db/client.ts';
import { hasDemonstration } from '#db/demonstration/marks.ts';
import { getDataTerms } from '#db/open-data/open-data.ts';
import { searchableLists } from '#db/places/search.ts';
import { settings } from '#lib/env.ts';
import type { DataDays } from '#lib/map/layers/coverage-layers.ts';
import { type BaseMaps, fileMapOf, pictureMapOf } from '#lib/map/layers/street-map.ts';
import { siteKeyOfToday } from '#server/access/site-key.ts';
import { measuredSets } from '#server/statistics/figures.ts';
import { publishedTileSets } from '#server/tiles/tile-sets.ts';

/** The values that public pages get from the server at each request. */
export interface PageFacts {
  /** Today's key, with which this site's pages use the broadband API. */
  readonly siteKey: string;
  /** Whether the published data are for demonstration. */
  readonly demonstration: boolean;
  readonly supportEmail: string;
  /** The public address of this site. */
  readonly baseUrl: string;
  /** Whether the search includes street addresses. */
  readonly hasAddresses: boolean;
  /** Whether earlier coverage than the present can be asked. */
  readonly hasEarlier: boolean;
  /** Whether figures of areas have been made. */
  readonly hasFigures: boolean;
  /** Whether coverage is offered for download. */
  readonly hasOpenData: boolean;
  /** What can be shown above the built-in map. */
  readonly maps: BaseMaps;
  /** The dates of each technology's data, by `set_id`. */
  readonly dataDays: Readonly<Record<number, DataDays>>;
}

/** The current values. */
export function pageFacts(): PageFacts {
  const { reader } = connections();
  const fileMap = getBaseMap(reader);
  const { baseUrl, streetMap, aerialMap, supportEmail } = settings();
  return {
    siteKey: siteKeyOfToday(),
    demonstration: hasDemonstration(reader),
    hasAddresses: searchableLists(reader).includes('addresses'),
    hasEarlier: hasEarlierCoverage(reader),
    hasFigures: measuredSets().length > 0,
    hasOpenData: getDataTerms(reader) !== undefined,
    supportEmail,
    baseUrl,
    maps: {
      streets: streetMap === undefined ? fileMap && fileMapOf(fileMap) : pictureMapOf(streetMap),
      aerial: aerialMap && pictureMapOf(aerialMap),
    },
    dataDays: dataDays(),
  };
}

function dataDays(): Record<number, DataDays> {
  const sets = [...publishedTileSets().sets.values()];
  return Object.fromEntries(sets.flatMap(({ setId, asOf }) => (asOf === undefined ? [] : [[setId, asOf]])));
}
