import type { Say } from '#lib/messages/say.ts';
import type { ProviderOffer, TechnologyResult } from './answer.ts';
import { availabilityMessages, displayText, formatSpeedRange, nameOfTechnology } from './words.ts';

/**
 * What differs between two answers for one point, in sentences: technologies in the order of the second, those that it lacks
 * last; of each its availability, then the providers that came, left or have other speeds.
 */
export function changesBetween(
  say: Say,
  before: readonly TechnologyResult[],
  after: readonly TechnologyResult[],
): string[] {
  const gone = before.filter(({ technology }) => !after.some((result) => result.technology === technology));
  const pairs = [
    ...after.map((result) => [before.find(({ technology }) => technology === result.technology), result] as const),
    ...gone.map((result) => [result, undefined] as const),
  ];
  return pairs.flatMap(([then, now]) => changesOf(say, then, now));
}

function changesOf(say: Say, then: TechnologyResult | undefined, now: TechnologyResult | undefined): string[] {
  const technology = nameOfTechnology(say, now?.technology ?? then?.technology ?? '');
  const stateOf = (result: TechnologyResult | undefined) =>
    say(availabilityMessages[result?.availability ?? 'Not Available'].name);
  const [before, after] = [stateOf(then), stateOf(now)];
  const state = before === after ? [] : [say('history.state', { technology, before, after })];
  const [former, present] = [offersOf(then), offersOf(now)];
  const joined = [...present].flatMap(([name, offers]) => {
    const speeds = speedsOf(say, offers);
    const known = former.get(name);
    const provider = displayText(name);
    if (known === undefined) return [say('history.joins', { provider, technology, speeds })];
    const earlier = speedsOf(say, known);
    return earlier === speeds ? [] : [say('history.speeds', { provider, technology, before: earlier, after: speeds })];
  });
  const left = [...former.keys()]
    .filter((name) => !present.has(name))
    .map((name) => say('history.leaves', { provider: displayText(name), technology }));
  return [...state, ...joined, ...left];
}

/** The offers of each provider; one may have several in an answer. */
function offersOf(result: TechnologyResult | undefined): ReadonlyMap<string, readonly ProviderOffer[]> {
  return Map.groupBy(result?.providers ?? [], ({ name }) => name);
}

/** The widest range of a provider's offers. */
function speedsOf(say: Say, offers: readonly ProviderOffer[]): string {
  const range = (least: keyof ProviderOffer, most: keyof ProviderOffer) =>
    formatSpeedRange(
      say,
      Math.min(...offers.map((offer) => Number(offer[least]))),
      Math.max(...offers.map((offer) => Number(offer[most]))),
    );
  const down = range('minDownloadMbps', 'maxDownloadMbps');
  return say('history.both-ways', { down, up: range('minUploadMbps', 'maxUploadMbps') });
}
