import { readNames } from '#db/broadband/comparisons.ts';
import { readOffers } from '#db/broadband/layer-content.ts';
import type { Connection } from '#db/client.ts';
import { areaFigures } from '#lib/broadband/measure/area-figures.ts';
import { type LargeLoss, largeLosses } from '#lib/broadband/measure/large-loss.ts';
import { MeasuredOffers } from '#lib/broadband/measure/measured-offers.ts';
import { type MeasureProgress, measureAgainst, totalsOf } from './measure-versions.ts';

/**
 * The technologies of which a version takes away more than a fifth of its base's area: what must be known before it is
 * published. It visits only cells that differ, measures no providers, and needs the area of the base only if something is lost; both
 * must have their cell index. It only reads, and gives the event loop a turn every few milliseconds.
 */
export async function findLosses(
  connection: Connection,
  versionId: number,
  baseId: number | undefined,
  progress: MeasureProgress,
): Promise<LargeLoss[]> {
  if (baseId === undefined) return [];
  const { db } = connection;
  const offers = new MeasuredOffers([...readOffers(db, baseId), ...readOffers(db, versionId)]);
  const { tally } = await measureAgainst(connection, versionId, baseId, { offers, withProviders: false, ...progress });
  const technologies = (totals: Parameters<typeof areaFigures>[2]) =>
    areaFigures(offers, tally, totals).filter(({ providerId }) => providerId === undefined);
  if (technologies([]).every(({ lost }) => lost === 0)) return [];
  const names = readNames(db);
  const figures = technologies(await totalsOf(connection, baseId, progress));
  return largeLosses(
    figures.map(({ technologyId, ...figure }) => ({
      ...figure,
      technology: names.technology(technologyId),
      provider: null,
    })),
  );
}
