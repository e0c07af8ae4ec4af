import { pageWords } from '#app/page-words.ts';
import { SubjectWords } from '#app/subject-words.ts';
import type { Offered } from '#lib/broadband/measure/area-figures.ts';
import { nameOfTechnology } from '#lib/map/answer/words.ts';
import { formatShare } from '#lib/map/area/area.ts';
import type { MessageKey } from '#lib/messages/en.ts';
import { type StatisticsWords, statisticsMessages } from '#lib/messages/statistics/words.ts';
import { allTogether } from '#lib/statistics/area-figures.ts';
import { type Amount, type FigureChoice, shareOf } from '#lib/statistics/figure-choice.ts';
import { speedSteps } from '#lib/statistics/reach.ts';
import { technologyNames } from '#server/statistics/figures.ts';

const availabilityMessages: Readonly<Record<Offered, MessageKey>> = {
  Available: 'availability.available',
  Underway: 'availability.underway',
  Planned: 'availability.planned',
};

/** How the pages of figures say things, in the language of the page. */
export class FigureWords extends SubjectWords<keyof StatisticsWords> {
  readonly #technologies = technologyNames();

  constructor(page = pageWords()) {
    super(statisticsMessages, page);
  }

  technology(id: string): string {
    if (id === allTogether) return this.say('any');
    return nameOfTechnology(this.page.say, this.#technologies.get(id) ?? id);
  }

  availability(availability: Offered): string {
    return this.page.say(availabilityMessages[availability]);
  }

  speed(step: number): string {
    const mbps = speedSteps[step] ?? 0;
    return mbps === 0 ? this.say('speedAny') : this.say('speedFrom', { mbps });
  }

  share(amount: Amount): string {
    const share = shareOf(amount);
    return share === undefined ? this.say('unknown') : formatShare(share);
  }

  /** Square kilometres of the land, or how many addresses. */
  amount(of: FigureChoice['of'], value: number): string {
    const shown = of === 'land' ? value / 1e6 : value;
    const digits = of === 'land' ? 1 : 0;
    return shown.toLocaleString('en-NZ', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  }

  shareOf(of: FigureChoice['of']): string {
    return this.say(of === 'land' ? 'ofLand' : 'ofAddresses');
  }

  /** What figures are of: `Any technology, available, at least 100 Mbps; share of addresses`. */
  shown({ technology, availability, step, of }: FigureChoice): string {
    return this.say('shown', {
      technology: this.technology(technology),
      availability: this.availability(availability).toLowerCase(),
      speed: this.speed(step).toLowerCase().replace('mbps', 'Mbps'),
      of: this.shareOf(of),
    });
  }
}
