import type { NameQuery } from '#db/registry/name-list.ts';
import { parseLabelPart } from '#lib/registry/names/label.ts';
import { type Suffix, suffixes } from '#lib/registry/names/suffix.ts';
import { parseTypedDays } from '#lib/time/typed-time.ts';

/** Every suffix with its label: `.co.nz`. */
export const suffixChoices = Object.fromEntries(suffixes.map((suffix) => [suffix, `.${suffix}`])) as Record<
  Suffix,
  string
>;

/** Later than any date of the register. */
const endOfTime = Date.UTC(2200, 0, 1);

interface NameTexts extends Omit<NameQuery, 'contains' | 'days'> {
  readonly contains: string;
  readonly from: string;
  readonly until: string;
}

/** The question for the database, from the texts of the filters; a text that makes no sense is ignored. */
export function nameQueryOf({ contains, from, until, ...query }: NameTexts): NameQuery {
  const days = parseTypedDays(from, until);
  const hasDays = days.from !== undefined || days.until !== undefined;
  return {
    ...query,
    contains: contains === '' ? undefined : parseLabelPart(contains),
    days: hasDays ? { from: days.from ?? 0, until: days.until ?? endOfTime } : undefined,
  };
}
