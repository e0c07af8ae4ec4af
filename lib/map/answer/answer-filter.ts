import type { ProviderOffer, TechnologyResult } from './answer.ts';

/** What of an answer is shown. */
export interface AnswerFilter {
  /** The name of the only technology that is shown; '' for all. */
  readonly technology: string;
  /** Only what reaches `fastMbps`. */
  readonly isFast: boolean;
  /** Only what is available now, or only what is being built or planned; '' for both. */
  readonly when: '' | 'now' | 'later';
}

export const everything: AnswerFilter = { technology: '', isFast: false, when: '' };

/** The speeds, down and up, that `isFast` asks for, in megabits per second. */
export const fastMbps = { down: 100, up: 20 };

/** The results that a filter leaves, each with the offers that it leaves; those that are not available do not appear. */
export function filterResults(results: readonly TechnologyResult[], filter: AnswerFilter): TechnologyResult[] {
  return results.flatMap((result) => {
    const { technology, availability, providers } = result;
    if (availability === 'Not Available') return [];
    if (filter.technology !== '' && technology !== filter.technology) return [];
    if (filter.when !== '' && (availability === 'Available') !== (filter.when === 'now')) return [];
    if (!filter.isFast) return [result];
    const fast = providers.filter(isFast);
    return fast.length === 0 ? [] : [{ ...result, providers: fast }];
  });
}

function isFast({ maxDownloadMbps, maxUploadMbps }: ProviderOffer): boolean {
  return maxDownloadMbps >= fastMbps.down && maxUploadMbps >= fastMbps.up;
}

/** How many offers of an answer there are, of those that can be shown. */
export function countOffers(results: readonly TechnologyResult[]): number {
  return results.reduce((sum, { providers }) => sum + providers.length, 0);
}

/** A filter as the `only` of a fragment has it: `fast,now,kind:Fibre`; empty for everything. */
export function writeFilter({ technology, isFast, when }: AnswerFilter): string {
  const parts = [isFast ? 'fast' : '', when, technology === '' ? '' : `${kindMark}${technology}`];
  return parts.filter((part) => part !== '').join(',');
}

/** Parses what `writeFilter` wrote; parts that are not known are ignored. The kind comes last and may have commas. */
export function parseFilter(text: string): AnswerFilter {
  const kindAt = text.indexOf(kindMark);
  const words = (kindAt === -1 ? text : text.slice(0, kindAt)).split(',');
  return {
    technology: kindAt === -1 ? '' : text.slice(kindAt + kindMark.length, kindAt + kindMark.length + longestKind),
    isFast: words.includes('fast'),
    when: (['now', 'later'] as const).find((when) => words.includes(when)) ?? '',
  };
}

const kindMark = 'kind:';
const longestKind = 100;
