import type { Handlers } from '#server/http/serve.ts';
import * as registry from './1.0/[[...path]]/route.ts';
import * as registryAvailability from './1.0/availability/route.ts';
import * as releasedNames from './1.0/droplist/released/route.ts';
import * as droplist from './1.0/droplist/route.ts';
import * as registryAdditions from './1.1/[[...path]]/route.ts';
import * as explainedAvailability from './1.1/availability/route.ts';
import * as releaseChanges from './1.1/releases/changes/route.ts';
import * as upcomingReleases from './1.1/releases/route.ts';
import * as broadband from './api/[[...path]]/route.ts';
import * as broadbandAvailability from './api/1.0/availability/yx/[y]/[x]/route.ts';
import * as broadbandBulk from './api/1.0/availability/yx/route.ts';
import * as networks from './api/1.0/networks/route.ts';
import * as addresses from './api/2.0/addresses/route.ts';
import * as pointAvailability from './api/2.0/availability/[lat]/[lng]/route.ts';
import * as addressAvailability from './api/2.0/availability/address/[id]/route.ts';
import * as availabilityInBulk from './api/2.0/availability/route.ts';
import * as providers from './api/2.0/providers/route.ts';
import * as areas from './areas/route.ts';
import * as baseMap from './base-map/[file]/route.ts';
import * as mapStaff from './base-map/staff.json/route.ts';
import * as dataFile from './data/[version]/[file]/route.ts';
import * as dataCatalogue from './data/catalogue.json/route.ts';
import * as changesFeed from './developers/changes.atom/route.ts';
import * as health from './healthz/route.ts';
import * as openApiJson from './openapi.json/route.ts';
import * as openApiYaml from './openapi.yaml/route.ts';
import * as placeTile from './places/[z]/[x]/[y]/route.ts';
import * as places from './places/route.ts';
import * as previews from './preview/[[...path]]/route.ts';
import * as preview from './preview/[y]/[x]/route.ts';
import * as readiness from './readyz/route.ts';
import * as reports from './reports/route.ts';
import * as areaPicture from './statistics/[set]/[area]/picture.png/route.ts';
import * as figuresCsv from './statistics/[set]/figures.csv/route.ts';
import * as figuresJson from './statistics/[set]/figures.json/route.ts';
import * as tiles from './tiles/[...path]/route.ts';
import * as tile from './tiles/[set]/[z]/[x]/[y]/route.ts';
import * as tileJson from './tiles/[set]/route.ts';
import * as tileLegend from './tiles/route.ts';

/** The handlers of the public paths for the direct lane of both kinds of process: the same functions that Next serves. */
export const handlers: Handlers = {
  registry: registry.GET,
  registryAvailability: registryAvailability.GET,
  releasedNames: releasedNames.GET,
  droplist: droplist.GET,
  registryAdditions: registryAdditions.GET,
  explainedAvailability: explainedAvailability.GET,
  upcomingReleases: upcomingReleases.GET,
  releaseChanges: releaseChanges.GET,
  broadband: broadband.GET,
  broadbandAvailability: broadbandAvailability.GET,
  broadbandBulk: broadbandBulk.GET,
  networks: networks.GET,
  addresses: addresses.GET,
  addressAvailability: addressAvailability.GET,
  pointAvailability: pointAvailability.GET,
  availabilityInBulk: availabilityInBulk.GET,
  providers: providers.GET,
  changesFeed: changesFeed.GET,
  health: health.GET,
  readiness: readiness.GET,
  openApiJson: openApiJson.GET,
  openApiYaml: openApiYaml.GET,
  areas: areas.GET,
  mapStaff: mapStaff.GET,
  baseMap: baseMap.GET,
  places: places.GET,
  placeTile: placeTile.GET,
  figuresCsv: figuresCsv.GET,
  figuresJson: figuresJson.GET,
  areaPicture: areaPicture.GET,
  dataCatalogue: dataCatalogue.GET,
  dataFile: dataFile.GET,
  previews: previews.GET,
  preview: preview.GET,
  reports: reports.GET,
  tiles: tiles.GET,
  tile: tile.GET,
  tileJson: tileJson.GET,
  tileLegend: tileLegend.GET,
};
