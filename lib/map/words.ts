import type { Availability } from '#lib/broadband/availability.ts';
import type { ProviderOffer, TechnologyResult } from './answer.ts';
import { displayText } from './provider-text.ts';

const speedNumber = new Intl.NumberFormat('en-NZ', { maximumFractionDigits: 2 });
const list = new Intl.ListFormat('en-NZ', { type: 'conjunction' });

/** `300 to 950 Mbps`, `up to 50 Mbps` when it may be nothing, `950 Mbps` when both ends are one; megabits per second. */
export function formatSpeedRange(minMbps: number, maxMbps: number): string {
  const max = `${speedNumber.format(maxMbps)}\u00a0Mbps`;
  if (minMbps === maxMbps) return max;
  return minMbps === 0 ? `up to ${max}` : `${speedNumber.format(minMbps)} to ${max}`;
}

/** `about 12 seconds`, `about 3 minutes`, `about 5 hours`: rounded up, for a person who waits. */
export function formatWait(seconds: number): string {
  if (seconds < 90) return about(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds < 90 * 60) return about(Math.ceil(seconds / 60), 'minute');
  return about(Math.ceil(seconds / 3600), 'hour');
}

function about(count: number, unit: string): string {
  return `about ${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** What each value of the API means for a person at this point. */
export const availabilityMeaning: Readonly<Record<Availability, string>> = {
  Available: 'It is here now: a provider can connect you.',
  Underway: 'It is being built here now.',
  Planned: 'It is planned here, and not built yet.',
  'Not Available': 'No provider offers it here.',
};

/** Whether one buys from this network itself (`wholesale_network`). */
export const wholesaleMeaning: Readonly<Record<ProviderOffer['wholesaleNetwork'], string>> = {
  Yes: 'Wholesale only: you buy it from an internet provider that uses this network.',
  No: 'You buy it from this provider.',
  Both: 'You buy it from this provider, or from others that use its network.',
};

const technologyMeanings = new Map([
  ['Fibre', 'A glass-fibre cable all the way to the building.'],
  ['Cable', 'Coaxial cable, as laid for television.'],
  ['VDSL', 'The copper phone line, at its fastest close to the cabinet.'],
  ['Wireless', 'Radio from a nearby site to an aerial or modem at your place.'],
  ['ADSL', 'The copper phone line, at basic speed.'],
]);

/** One sentence on the technology; nothing for one that is newer than this page. */
export function getTechnologyMeaning(technology: string): string | undefined {
  return technologyMeanings.get(technology);
}

/**
 * The whole answer in a sentence or two, for a heading and a screen reader:
 * `Available here: Fibre and ADSL, at up to 950 Mbps. Planned: Cable.`
 */
export function summariseResults(results: readonly TechnologyResult[]): string {
  const sentences: string[] = [];
  const available = results.filter(({ availability }) => availability === 'Available');
  if (available.length > 0)
    sentences.push(`Available here: ${list.format(namesOf(available))}${fastestOf(available)}.`);
  else sentences.push('Nothing is available here yet.');
  for (const [availability, words] of [
    ['Underway', 'Being built'],
    ['Planned', 'Planned'],
  ] as const) {
    const names = namesOf(results.filter((result) => result.availability === availability));
    if (names.length > 0) sentences.push(`${words}: ${list.format(names)}.`);
  }
  return sentences.join(' ');
}

function namesOf(results: readonly TechnologyResult[]): string[] {
  return results.map(({ technology }) => displayText(technology));
}

function fastestOf(results: readonly TechnologyResult[]): string {
  const fastest = Math.max(0, ...results.flatMap(({ providers }) => providers.map((offer) => offer.maxDownloadMbps)));
  return fastest > 0 ? `, at ${formatSpeedRange(0, fastest)}` : '';
}
