import { availabilities, type Offer, type Technology } from './availability.ts';

/** Gives the answer's JSON text for the offers at a point; `x` and `y` as the caller wrote them (N3). */
export type AnswerWriter = (x: string, y: string, offerIds: readonly number[]) => string;

interface PreparedOffer {
  readonly offer: Offer;
  readonly technology: number;
  /** 0 Available, 1 Underway, 2 Planned: the lower is the better (N6). */
  readonly rank: number;
  readonly json: string;
}

interface PreparedTechnology {
  readonly technology: Technology;
  /** The result object up to its availability's value. */
  readonly head: string;
  readonly setId: string;
  readonly notAvailable: string;
}

const notAvailable = availabilities.indexOf('Not Available');

/**
 * Prepares the answers of one published version: every text that does not depend on the point is made here, once.
 *
 * @param technologies those in use; each has its result in every answer (N4)
 * @param offers of the version; those of technologies not in use are left out
 */
export function answerWriter(technologies: readonly Technology[], offers: Iterable<Offer>): AnswerWriter {
  const byNominal = [...technologies].sort((a, b) => b.nominalMaxMbps - a.nominalMaxMbps || (a.name < b.name ? -1 : 1));
  const prepared = byNominal.map(prepareTechnology);
  const placeOf = new Map(byNominal.map(({ id }, place) => [id, place]));

  const preparedOffers = new Map<number, PreparedOffer>();
  for (const offer of offers) {
    const technology = placeOf.get(offer.technologyId);
    const rank = availabilities.indexOf(offer.availability);
    if (technology === undefined || rank === notAvailable) continue;
    preparedOffers.set(offer.id, { offer, technology, rank, json: providerJson(offer) });
  }

  return (x, y, offerIds) => {
    const offersOf: (PreparedOffer[] | undefined)[] = new Array(prepared.length);
    for (const id of offerIds) {
      const found = preparedOffers.get(id);
      if (found === undefined) continue;
      const others = offersOf[found.technology];
      if (others === undefined || (others[0] as PreparedOffer).rank > found.rank) offersOf[found.technology] = [found];
      else if ((others[0] as PreparedOffer).rank === found.rank) others.push(found);
    }
    const results = prepared.map((technology, place) => result(technology, offersOf[place]));
    // the sort is stable, so equal speeds keep the nominal order (N5)
    results.sort((a, b) => b.speed - a.speed);
    let body = `{"location":["${x}","${y}"],"results":[`;
    for (let place = 0; place < results.length; place++) body += (place === 0 ? '' : ',') + results[place]?.json;
    return `${body}]}`;
  };
}

function prepareTechnology(technology: Technology): PreparedTechnology {
  const head = `{"technology":${JSON.stringify(technology.name)},"availability":"`;
  const setId = `"set_id":${technology.setId}`;
  return { technology, head, setId, notAvailable: `${head}Not Available",${setId}}` };
}

/** The result of one technology from its offers of the best availability (N4–N6). */
function result(
  { technology, head, setId, notAvailable }: PreparedTechnology,
  offers: PreparedOffer[] | undefined,
): { speed: number; json: string } {
  const best = offers?.[0];
  if (offers === undefined || best === undefined) return { speed: technology.nominalMaxMbps, json: notAvailable };
  const listed = offers.length === 1 ? offers : oncePerProvider(offers);
  const fastest = listed[0] as PreparedOffer;
  const completion = best.offer.availability === 'Available' ? undefined : firstCompletion(listed);
  let json = head + best.offer.availability;
  json += completion === undefined ? '",' : `","completion":${JSON.stringify(completion)},`;
  json += `${setId},"providers":[${fastest.json}`;
  for (let place = 1; place < listed.length; place++) json += `,${listed[place]?.json}`;
  return { speed: fastest.offer.maxDownloadMbps, json: `${json}]}` };
}

/** By speed, then name; each provider once, with its fastest offer (N6). */
function oncePerProvider(offers: PreparedOffer[]): PreparedOffer[] {
  offers.sort(
    ({ offer: a }, { offer: b }) =>
      b.maxDownloadMbps - a.maxDownloadMbps ||
      (a.providerName < b.providerName ? -1 : a.providerName > b.providerName ? 1 : a.id - b.id),
  );
  return offers.filter(
    ({ offer }, place) => offers.findIndex((other) => other.offer.providerId === offer.providerId) === place,
  );
}

function firstCompletion(listed: readonly PreparedOffer[]): string | undefined {
  for (const { offer } of listed) if (offer.completion !== null && offer.completion !== '') return offer.completion;
  return undefined;
}

function providerJson(offer: Offer): string {
  return JSON.stringify({
    name: offer.providerName,
    wholesale_network: offer.wholesaleNetwork,
    url: offer.url,
    bandwidth_min_mbps: offer.minDownloadMbps,
    bandwidth_max_mbps: offer.maxDownloadMbps,
    bandwidth_up_min_mbps: offer.minUploadMbps,
    bandwidth_up_max_mbps: offer.maxUploadMbps,
    timing_id: offer.timingId,
  });
}
