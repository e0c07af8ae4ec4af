import { type ProviderOffer, parseAnswer, type TechnologyResult } from '#lib/map/answer/answer.ts';
import { formatSpeedRange } from '#lib/map/answer/words.ts';
import { en } from '#lib/messages/en.ts';
import { sayFrom } from '#lib/messages/say.ts';

/** How the answer for a technology changes at a point, in words. */
export interface AnswerChange {
  readonly technology: string;
  readonly before: string;
  readonly after: string;
}

const say = sayFrom(en);

/**
 * The differences between two answers of the broadband API at one point, one for each technology, in the order of the
 * second. Wholesale value and address are shown only when nothing else differs.
 */
export function answerChanges(before: unknown, after: unknown): AnswerChange[] {
  const earlier = parseAnswer(before) ?? [];
  return (parseAnswer(after) ?? []).flatMap((result) => {
    const { technology } = result;
    const former = earlier.find((other) => other.technology === technology);
    if (JSON.stringify(rawOf(before, technology)) === JSON.stringify(rawOf(after, technology))) return [];
    const short = { technology, before: wordsOf(former, shortOffer), after: wordsOf(result, shortOffer) };
    if (short.before !== short.after) return [short];
    const full = { technology, before: wordsOf(former, fullOffer), after: wordsOf(result, fullOffer) };
    return [full.before === full.after ? { ...full, after: `${full.after}, with another timing` } : full];
  });
}

function wordsOf(result: TechnologyResult | undefined, offerWords: (offer: ProviderOffer) => string): string {
  if (result === undefined || result.availability === 'Not Available') return 'Not available';
  const when = result.completion === undefined ? '' : ` (${result.completion})`;
  return `${result.availability}${when}: ${result.providers.map(offerWords).join('; ')}`;
}

function shortOffer({ name, minDownloadMbps, maxDownloadMbps, minUploadMbps, maxUploadMbps }: ProviderOffer): string {
  const down = formatSpeedRange(say, minDownloadMbps, maxDownloadMbps);
  const up = formatSpeedRange(say, minUploadMbps, maxUploadMbps);
  return `${name}, ${down} down, ${up} up`;
}

function fullOffer(offer: ProviderOffer): string {
  const { wholesaleNetwork, url } = offer;
  return `${shortOffer(offer)}, wholesale ${wholesaleNetwork}, ${url === '' ? 'no address' : url}`;
}

/** The result of a technology as the API wrote it, with members that the map's pages leave out. */
function rawOf(body: unknown, technology: string): unknown {
  const { results } = (body ?? {}) as { readonly results?: readonly { readonly technology?: unknown }[] };
  return results?.find((result) => result.technology === technology);
}
