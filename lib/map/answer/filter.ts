import type { ProviderOffer, TechnologyResult } from './answer.ts';

/** What of an answer is shown. */
export interface AnswerFilter {
  /** The name of the only technology that is shown; '' for all. */
  readonly technology: string;
  /** Only what reaches 100 Mbps down and 20 up. */
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

/** Whether a filter leaves out nothing. */
export function isEverything({ technology, isFast: onlyFast, when }: AnswerFilter): boolean {
  return technology === '' && !onlyFast && when === '';
}
