import type { Offer } from '#lib/broadband/availability.ts';
import { KEY_SPAN } from '#lib/broadband/coverage/cell.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import { type AreaFigure, areaFigures, areaTotals } from '#lib/broadband/measure/area-figures.ts';
import { differingCells } from '#lib/broadband/measure/differing-cells.ts';
import { type Measurement, measureChanges, measureVersion } from '#lib/broadband/measure/measure.ts';
import { MeasuredOffers } from '#lib/broadband/measure/measured-offers.ts';
import type { Box } from '#lib/broadband/rectangle.ts';

export interface MeasuredLeaves extends Measurement {
  readonly figures: readonly AreaFigure[];
}

/** Measures indexes in memory as the flows measure stored ones; without `before`, everything is gained. */
export function measureLeaves(
  given: Iterable<Offer>,
  before: readonly Leaf[] | undefined,
  after: readonly Leaf[],
  box: Box,
): MeasuredLeaves {
  const offers = new MeasuredOffers(given);
  const totals = areaTotals(offers, finish(measureVersion({ offers, leaves: before ?? [], box })));
  const differences = differingCells(differencesOf(before ?? [], after));
  const { tally, changedCells, changedPoints } = finish(measureChanges({ offers, differences, box }));
  return { tally, changedCells, changedPoints, figures: areaFigures(offers, tally, totals) };
}

/** An offer of a technology and a provider with these ids. */
export function measuredOffer(id: number, fields: Partial<Offer> = {}): Offer {
  return {
    id,
    technologyId: 1,
    providerId: 1,
    availability: 'Available',
    completion: null,
    providerName: 'One',
    wholesaleNetwork: 'No',
    url: '',
    minDownloadMbps: 100,
    maxDownloadMbps: 900,
    minUploadMbps: 20,
    maxUploadMbps: 500,
    timingId: 0,
    ...fields,
  };
}

/** The leaves that the other version does not have, in parts that end in the middle of large cells. */
function* differencesOf(before: readonly Leaf[], after: readonly Leaf[]) {
  const missingIn = (others: readonly Leaf[]) => {
    const bodies = new Map(others.map(({ key, body }) => [key, Buffer.from(body).toString('hex')]));
    return ({ key, body }: Leaf) => bodies.get(key) !== Buffer.from(body).toString('hex');
  };
  const [then, now] = [before.filter(missingIn(after)), after.filter(missingIn(before))];
  const keys = [...then, ...now].map(({ key }) => key).sort((a, b) => a - b);
  const ends = [...keys.filter((_, place) => place % 7 === 3), KEY_SPAN];
  let start = 0;
  for (const end of ends) {
    const isInPart = ({ key }: Leaf) => key >= start && key < end;
    yield { before: then.filter(isInPart), after: now.filter(isInPart), end };
    start = end;
  }
}

function finish<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { value, done } = steps.next();
    if (done === true) return value;
  }
}
