import type { Availability } from '#lib/broadband/availability.ts';
import type { DataDays } from '#lib/map/layers/coverage-layers.ts';
import type { MessageKey } from '#lib/messages/en.ts';
import type { Say } from '#lib/messages/say.ts';
import type { ProviderOffer, TechnologyResult } from './answer.ts';

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

const months: readonly MessageKey[] = [
  'month.1',
  'month.2',
  'month.3',
  'month.4',
  'month.5',
  'month.6',
  'month.7',
  'month.8',
  'month.9',
  'month.10',
  'month.11',
  'month.12',
];

/** Writes `2026-05-01` as `1 May 2026`, in the language of the page. */
export function formatDay(say: Say, day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const name = months[month - 1];
  return name === undefined ? day : say('day.written', { day: date, month: say(name), year });
}

/** The day of a technology's data, or the first and the last if its deliveries differ. */
export function formatDataDays(say: Say, [oldest, newest]: DataDays): string {
  if (oldest === newest) return say('answer.as-of', { day: formatDay(say, oldest) });
  return say('answer.as-of-between', { oldest: formatDay(say, oldest), newest: formatDay(say, newest) });
}

const technologyMessages = new Map<string, { name: MessageKey; meaning: MessageKey }>([
  ['Fibre', { name: 'technology.fibre', meaning: 'technology.fibre-means' }],
  ['Cable', { name: 'technology.cable', meaning: 'technology.cable-means' }],
  ['VDSL', { name: 'technology.vdsl', meaning: 'technology.vdsl-means' }],
  ['Wireless', { name: 'technology.wireless', meaning: 'technology.wireless-means' }],
  ['ADSL', { name: 'technology.adsl', meaning: 'technology.adsl-means' }],
]);

/** A technology's name in the language of the page, or its own name if the catalogue does not have it. */
export function nameOfTechnology(say: Say, technology: string): string {
  const messages = technologyMessages.get(technology);
  return messages === undefined ? displayText(technology) : say(messages.name);
}

/** A sentence on the technology; undefined if the catalogue does not have it. */
export function getTechnologyMeaning(say: Say, technology: string): string | undefined {
  const messages = technologyMessages.get(technology);
  return messages === undefined ? undefined : say(messages.meaning);
}

/**
 * Cleans a text from an import for display: no control characters, no marks that change the direction of text, no runs of
 * white space. (React escapes markup, but not these.)
 */
export function displayText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim();
}

/** A safe link and its host. */
interface ProviderLink {
  readonly href: string;
  readonly host: string;
}

/**
 * The link in a text from an import, only if it is `http` or `https`, to exclude `javascript:` and others. The host is in
 * ASCII form, so that look-alike names are visible.
 */
export function getProviderLink(url: string): ProviderLink | undefined {
  const parsed = parseUrl(url.trim());
  if (parsed === undefined || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return undefined;
  return { href: parsed.href, host: parsed.host.replace(/^www\./, '') };
}

/** Like `URL.parse`, which phones of 2023 lack. */
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
