import { type EpochMs, isoAuckland } from '#lib/time/auckland.ts';
import { type Availability, availabilities, type Offer, type Technology } from './availability.ts';

/**
 * Writes the answer's JSON for the offers at a point; `x` and `y` are as the caller wrote them (N3).
 *
 * @param form that of version 1.0 if omitted
 */
export type AnswerWriter = (x: string, y: string, offerIds: readonly number[], form?: AnswerFormName) => string;

/** An offer ready to be written; a lower `rank` is a better availability (N6). */
interface PreparedOffer {
  readonly offer: Offer;
  readonly technology: number;
  readonly rank: number;
  readonly json: string;
  /** Its place among all offers, by technology, availability, speed and provider's name. */
  readonly place: number;
}

interface PreparedTechnology {
  readonly nominalMaxMbps: number;
  readonly setId: string;
}

/** The texts of one form of the answer; lists are in the nominal order of technologies. */
interface PreparedForm {
  /** The result object of each technology up to the value of its availability. */
  readonly heads: readonly string[];
  readonly notAvailable: readonly string[];
  readonly form: AnswerForm;
  /** The technologies in the order of results; undefined for the fastest first (N5). */
  readonly order: readonly number[] | undefined;
}

const notAvailable = availabilities.indexOf('Not Available');

/**
 * Prepares the answers of one published version. Every text that does not depend on the point is made here, once, and
 * all offers are sorted, so that an answer only joins texts.
 *
 * @param technologies those in use; each has its result in every answer (N4)
 * @param offers of the version; those of technologies not in use are left out
 * @param dates of the version, which answers of version 2.0 have at their end (N19)
 */
export function answerWriter(
  technologies: readonly Technology[],
  offers: Iterable<Offer>,
  dates?: VersionDates,
): AnswerWriter {
  const ofVersion = dates === undefined ? '' : `,"coverage":${JSON.stringify(versionMember(technologies, dates))}`;
  const byNominal = [...technologies].sort((a, b) => b.nominalMaxMbps - a.nominalMaxMbps || (a.name < b.name ? -1 : 1));
  const prepared = byNominal.map(({ setId, nominalMaxMbps }) => ({ nominalMaxMbps, setId: `"set_id":${setId}` }));
  const forms = {
    '1.0': prepareForm(answerForms['1.0'], byNominal),
    '2.0': prepareForm(answerForms['2.0'], byNominal),
    networks: prepareForm(answerForms.networks, byNominal),
  };
  const preparedOffers = prepareOffers(new Map(byNominal.map(({ id }, place) => [id, place])), offers);

  // reused for each answer: none is interrupted
  const found: PreparedOffer[] = [];
  const texts: string[] = [];
  const speeds: number[] = [];

  return (x, y, offerIds, formName = '1.0') => {
    const own = forms[formName];
    found.length = 0;
    for (const id of offerIds) {
      const offer = preparedOffers.get(id);
      if (offer !== undefined) insert(found, offer);
    }
    let from = 0;
    for (let technology = 0; technology < prepared.length; technology++) {
      const { nominalMaxMbps, setId } = prepared[technology] as PreparedTechnology;
      let to = from;
      while (found[to]?.technology === technology) to++;
      speeds[technology] = to === from ? nominalMaxMbps : (found[from] as PreparedOffer).offer.maxDownloadMbps;
      texts[technology] =
        to === from
          ? (own.notAvailable[technology] as string)
          : (own.heads[technology] as string) + restOfResult(own.form, setId, found, from, to);
      from = to;
    }
    const results = own.order === undefined ? joinFastestFirst(texts, speeds) : joinInOrder(texts, own.order);
    return `{"location":["${x}","${y}"],"results":[${results}]${formName === '2.0' ? ofVersion : ''}}`;
  };
}

/** A published version, and how old its data are. */
export interface VersionDates {
  readonly versionId: number;
  readonly publishedAt: EpochMs;
  /** The earliest date of the deliveries of each technology, `YYYY-MM-DD`, by its id; those without one are absent. */
  readonly asOf: ReadonlyMap<number, string>;
}

function versionMember(technologies: readonly Technology[], { versionId, publishedAt, asOf }: VersionDates) {
  const dates = technologies.flatMap(({ id, name }) => {
    const date = asOf.get(id);
    return date === undefined ? [] : [[answerForms['2.0'].nameOf(name), date] as const];
  });
  return { version: versionId, published: isoAuckland(publishedAt), as_of: Object.fromEntries(dates) };
}

function prepareForm(form: AnswerForm, technologies: readonly Technology[]): PreparedForm {
  const { nameOf, words, fixedOrder } = form;
  const heads = technologies.map(({ name }) => `{"technology":${JSON.stringify(nameOf(name))},"availability":"`);
  const rest = (setId: number) => `${words['Not Available']}","set_id":${setId}}`;
  const notAvailable = technologies.map(({ setId }, at) => `${heads[at]}${rest(setId)}`);
  return { form, heads, notAvailable, order: fixedOrder && placesInOrder(technologies, fixedOrder) };
}

/** The places of technologies: those that are named first, then the others, which keep their order (N14). */
function placesInOrder(technologies: readonly Technology[], named: readonly string[]): number[] {
  const rankOf = (at: number) => {
    const rank = named.indexOf(technologies[at]?.name ?? '');
    return rank === -1 ? named.length : rank;
  };
  return technologies.map((_, at) => at).sort((a, b) => rankOf(a) - rankOf(b) || a - b);
}

function joinInOrder(texts: readonly string[], order: readonly number[]): string {
  let joined = '';
  for (const at of order) joined += joined === '' ? texts[at] : `,${texts[at]}`;
  return joined;
}

function prepareOffers(placeOf: ReadonlyMap<number, number>, offers: Iterable<Offer>): Map<number, PreparedOffer> {
  const shown: Omit<PreparedOffer, 'place'>[] = [];
  for (const offer of offers) {
    const technology = placeOf.get(offer.technologyId);
    const rank = availabilities.indexOf(offer.availability);
    if (technology === undefined || rank === notAvailable) continue;
    shown.push({ offer, technology, rank, json: providerJson(offer) });
  }
  shown.sort(
    (a, b) =>
      a.technology - b.technology ||
      a.rank - b.rank ||
      b.offer.maxDownloadMbps - a.offer.maxDownloadMbps ||
      (a.offer.providerName < b.offer.providerName ? -1 : a.offer.providerName > b.offer.providerName ? 1 : 0) ||
      a.offer.id - b.offer.id,
  );
  return new Map(shown.map((one, place) => [one.offer.id, { ...one, place }]));
}

function insert(found: PreparedOffer[], offer: PreparedOffer): void {
  let at = found.length;
  for (; at > 0 && (found[at - 1] as PreparedOffer).place > offer.place; at--)
    found[at] = found[at - 1] as PreparedOffer;
  found[at] = offer;
}

/**
 * The result of one technology, from the value of its availability on: from its offers, `found[from]` to `found[to - 1]`,
 * those of the best availability (N4–N6).
 */
function restOfResult(
  { words, completion: completionName }: AnswerForm,
  setId: string,
  found: readonly PreparedOffer[],
  from: number,
  to: number,
): string {
  const { offer: best, rank } = found[from] as PreparedOffer;
  let completion = '';
  let providers = '';
  for (let at = from; at < to; at++) {
    const { offer, rank: own, json } = found[at] as PreparedOffer;
    if (own !== rank) break;
    if (isListed(found, from, at, offer.providerId)) continue;
    providers += providers === '' ? json : `,${json}`;
    if (completion === '' && offer.completion !== null) completion = offer.completion;
  }
  const when =
    completion === '' || best.availability === 'Available' ? '' : `"${completionName}":${JSON.stringify(completion)},`;
  return `${words[best.availability]}",${when}${setId},"providers":[${providers}]}`;
}

/** Whether a faster offer of the same provider comes before it (N6). */
function isListed(found: readonly PreparedOffer[], from: number, at: number, providerId: number): boolean {
  for (let before = from; before < at; before++) if (found[before]?.offer.providerId === providerId) return true;
  return false;
}

/** Joins results by speed; those of equal speed keep their order (N5). */
function joinFastestFirst(texts: readonly string[], speeds: readonly number[]): string {
  let joined = '';
  let last = Number.POSITIVE_INFINITY;
  for (let written = 0; written < texts.length; ) {
    let next = Number.NEGATIVE_INFINITY;
    for (const speed of speeds) if (speed < last && speed > next) next = speed;
    for (let at = 0; at < texts.length; at++) {
      if (speeds[at] !== next) continue;
      joined += written === 0 ? texts[at] : `,${texts[at]}`;
      written++;
    }
    last = next;
  }
  return joined;
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

/** How a version of the API writes what is available at a point. */
export interface AnswerForm {
  /** A technology's name as this form writes it. */
  readonly nameOf: (technology: string) => string;
  readonly words: Readonly<Record<Availability, string>>;
  /** The name of the member that says when an offer will be complete. */
  readonly completion: 'completion' | 'planned_date';
  /** The technologies that come first, in this order; undefined for the fastest first (N5). */
  readonly fixedOrder?: readonly string[];
}

const first = {
  nameOf: (technology) => technology,
  words: { Available: 'Available', Underway: 'Underway', Planned: 'Planned', 'Not Available': 'Not Available' },
  completion: 'completion',
} as const satisfies AnswerForm;

/** The forms of the answer: version 1.0, version 2.0 (N13), and that of the old site (N14). */
export const answerForms = {
  '1.0': first,
  '2.0': {
    nameOf: (technology) => technology.toLowerCase(),
    words: { Available: 'available', Underway: 'planned', Planned: 'planned', 'Not Available': 'unavailable' },
    completion: 'planned_date',
  },
  networks: { ...first, fixedOrder: ['Fibre', 'Cable', 'VDSL', 'Wireless', 'ADSL'] },
} as const satisfies Record<string, AnswerForm>;

export type AnswerFormName = keyof typeof answerForms;

/** A provider as version 2.0 lists it (N13). */
export interface ListedProvider {
  readonly name: string;
  readonly url: string;
  readonly wholesale_network: Offer['wholesaleNetwork'];
  /** In the words of version 2.0, in the nominal order of technologies. */
  readonly technologies: readonly string[];
  /** The earliest date of its data, `YYYY-MM-DD`; absent if none is known. */
  readonly as_of?: string;
}

/**
 * The providers of a published version, by name: those with an offer that answers can show. Name and address are those of
 * the provider's fastest offer; a provider with both wholesale and retail offers is `Both`.
 *
 * @param asOf the date of each provider's data, by its id
 */
export function providerList(
  technologies: readonly Technology[],
  offers: readonly Offer[],
  asOf: ReadonlyMap<number, string>,
): ListedProvider[] {
  const inUse = [...technologies].sort((a, b) => b.nominalMaxMbps - a.nominalMaxMbps || (a.name < b.name ? -1 : 1));
  const used = new Set(inUse.map(({ id }) => id));
  const shown = offers.filter((offer) => offer.availability !== 'Not Available' && used.has(offer.technologyId));
  const listed: ListedProvider[] = [];
  for (const [providerId, own] of Map.groupBy(shown, (offer) => offer.providerId)) {
    const [fastest] = own.sort((a, b) => b.maxDownloadMbps - a.maxDownloadMbps || a.id - b.id);
    if (fastest === undefined) continue;
    const offered = new Set(own.map((offer) => offer.technologyId));
    const date = asOf.get(providerId);
    listed.push({
      name: fastest.providerName,
      url: fastest.url,
      wholesale_network: wholesaleOf(own),
      technologies: inUse.filter(({ id }) => offered.has(id)).map(({ name }) => answerForms['2.0'].nameOf(name)),
      ...(date === undefined ? {} : { as_of: date }),
    });
  }
  return listed.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function wholesaleOf(offers: readonly Offer[]): Offer['wholesaleNetwork'] {
  const [first = 'No', ...others] = new Set(offers.map((offer) => offer.wholesaleNetwork));
  return others.length === 0 ? first : 'Both';
}
