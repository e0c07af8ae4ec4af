import { type ProviderOffer, parseAnswer, type TechnologyResult } from '#lib/map/answer/answer.ts';
import { formatSpeedRange } from '#lib/map/answer/words.ts';
import { en } from '#lib/messages/en/index.ts';
import { sayFrom } from '#lib/messages/say.ts';

/** What becomes of a technology at a point, in words. */
export interface AnswerChange {
  readonly technology: string;
  readonly before: string;
  readonly after: string;
}

const say = sayFrom(en);

/**
 * What two answers of the broadband API at one point say differently, a technology each, in the order of the second.
 * Offers that differ in nothing but what is seldom looked at are told with that too.
 */
export function answerChanges(before: unknown, after: unknown): AnswerChange[] {
  const then = parseAnswer(before) ?? [];
  return (parseAnswer(after) ?? []).flatMap((result) => {
    const { technology } = result;
    const former = then.find((other) => other.technology === technology);
    if (JSON.stringify(rawOf(before, technology)) === JSON.stringify(rawOf(after, technology))) return [];
    const short = { technology, before: wordsOf(former, shortOffer), after: wordsOf(result, shortOffer) };
    if (short.before !== short.after) return [short];
    const whole = { technology, before: wordsOf(former, wholeOffer), after: wordsOf(result, wholeOffer) };
    return [whole.before === whole.after ? { ...whole, after: `${whole.after}, with another timing` } : whole];
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

function wholeOffer(offer: ProviderOffer): string {
  const { wholesaleNetwork, url } = offer;
  return `${shortOffer(offer)}, wholesale ${wholesaleNetwork}, ${url === '' ? 'no address' : url}`;
}

/** The result of a technology as the API wrote it: it has members that the map's pages leave out. */
function rawOf(body: unknown, technology: string): unknown {
  const { results } = (body ?? {}) as { readonly results?: readonly { readonly technology?: unknown }[] };
  return results?.find((result) => result.technology === technology);
}
