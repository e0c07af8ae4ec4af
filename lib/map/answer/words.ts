import type { Availability } from '#lib/broadband/availability.ts';
import type { MessageKey } from '#lib/messages/en.ts';
import type { Say } from '#lib/messages/say.ts';
import type { ProviderOffer, TechnologyResult } from './answer.ts';
import { nameOfTechnology } from './technology-names.ts';

let speedNumber: Intl.NumberFormat | undefined;

/** Numbers are written alike in English and te reo Māori. */
function formatSpeed(mbps: number): string {
  // created at the first use: on a phone this takes longer than the rest of a page without an answer
  speedNumber ??= new Intl.NumberFormat('en-NZ', { maximumFractionDigits: 2 });
  return speedNumber.format(mbps);
}

/** `300 to 950 Mbps`, `up to 50 Mbps` if the minimum is 0, `950 Mbps` if both are equal. */
export function formatSpeedRange(say: Say, minMbps: number, maxMbps: number): string {
  const max = formatSpeed(maxMbps);
  if (minMbps === maxMbps) return say('speed.one', { max });
  return minMbps === 0 ? say('speed.up-to', { max }) : say('speed.range', { min: formatSpeed(minMbps), max });
}

/** `about 12 seconds`, `about 3 minutes`, `about 5 hours`, rounded up. */
export function formatWait(say: Say, seconds: number): string {
  if (seconds < 90) return say('wait.seconds', { count: Math.max(1, Math.ceil(seconds)) });
  if (seconds < 90 * 60) return say('wait.minutes', { count: Math.ceil(seconds / 60) });
  return say('wait.hours', { count: Math.ceil(seconds / 3600) });
}

/** `Fibre, Cable and ADSL`. */
export function formatList(say: Say, names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  if (names.length < 2) return last;
  return say('list.and', { first: names.slice(0, -1).join(', '), last });
}

/** The messages for a value of the API: its name, and what it means at this point. */
export const availabilityMessages: Readonly<Record<Availability, { name: MessageKey; meaning: MessageKey }>> = {
  Available: { name: 'availability.available', meaning: 'availability.available-means' },
  Underway: { name: 'availability.underway', meaning: 'availability.underway-means' },
  Planned: { name: 'availability.planned', meaning: 'availability.planned-means' },
  'Not Available': { name: 'availability.not-available', meaning: 'availability.not-available-means' },
};

/** The message on whether people can buy from this network directly (`wholesale_network`). */
export const wholesaleMessage: Readonly<Record<ProviderOffer['wholesaleNetwork'], MessageKey>> = {
  Yes: 'wholesale.yes',
  No: 'wholesale.no',
  Both: 'wholesale.both',
};

/**
 * Summarises an answer in a few sentences, for a heading and a screen reader:
 * `Available here: Fibre and ADSL, at up to 950 Mbps. Planned: Cable.`
 */
export function summariseResults(say: Say, results: readonly TechnologyResult[]): string {
  const listOf = (availability: Availability) => {
    const those = results.filter((result) => result.availability === availability);
    return formatList(
      say,
      those.map(({ technology }) => nameOfTechnology(say, technology)),
    );
  };
  const [available, underway, planned] = [listOf('Available'), listOf('Underway'), listOf('Planned')];
  const sentences = [available === '' ? say('answer.nothing-yet') : sayAvailable(say, available, results)];
  if (underway !== '') sentences.push(say('answer.being-built', { technologies: underway }));
  if (planned !== '') sentences.push(say('answer.planned', { technologies: planned }));
  return sentences.join(' ');
}

/** The highest speed, down or up, of all offers of an answer in megabits per second; 0 without offers. */
export function fastestOf(results: readonly TechnologyResult[]): number {
  const offers = results.flatMap(({ providers }) => providers);
  return Math.max(0, ...offers.map(({ maxDownloadMbps, maxUploadMbps }) => Math.max(maxDownloadMbps, maxUploadMbps)));
}

function sayAvailable(say: Say, technologies: string, results: readonly TechnologyResult[]): string {
  const offers = results.flatMap(({ availability, providers }) => (availability === 'Available' ? providers : []));
  const fastest = Math.max(0, ...offers.map(({ maxDownloadMbps }) => maxDownloadMbps));
  if (fastest === 0) return say('answer.available-here', { technologies });
  return say('answer.available-here-at', { technologies, speed: formatSpeedRange(say, 0, fastest) });
}
