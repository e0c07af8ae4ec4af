import { ScrollGroup } from '#components/ui/ScrollGroup.tsx';
import { connections } from '#db/client.ts';
import { outlinesOf } from '#db/statistics/area-sets.ts';
import { figuresOf } from '#db/statistics/figures.ts';
import type { AreaFigures } from '#lib/statistics/area-figures.ts';
import {
  type Amount,
  addressedOf,
  amountOf,
  choiceQuery,
  type FigureChoice,
  readFigureChoice,
  shareOf,
  sumOfAmounts,
} from '#lib/statistics/figure-choice.ts';
import { type MeasuredSet, measuredSets, technologyIdsOf } from '#server/statistics/figures.ts';
import { AboutFigures } from './AboutFigures.tsx';
import { FigureForm } from './FigureForm.tsx';
import { FigureMap } from './FigureMap.tsx';
import { ShareSeries } from './ShareSeries.tsx';
import styles from './statistics.module.css';
import type { FigureWords } from './statistics-words.ts';

export type Asked = Readonly<Record<string, string | string[] | undefined>>;

interface SetFiguresProps {
  readonly measured: MeasuredSet;
  readonly asked: Asked;
  readonly words: FigureWords;
}

/** The figures of all areas of a set: a choice, a map, a table, and how all together have changed. */
export function SetFigures({ measured, asked, words }: SetFiguresProps) {
  const { set, figures } = measured;
  const { reader } = connections();
  const technologyIds = technologyIdsOf(figures);
  const addressed = addressedOf(figures);
  const choice = readFigureChoice(asked, technologyIds, addressed);
  const path = `/statistics/${set.slug}`;
  const amounts = figures.map((area) => ({ area, amount: amountOf(area, choice) }));
  const whole = sumOfAmounts(amounts.map(({ amount }) => amount));
  const series = measured.series.map(({ at, id }) => ({
    at,
    share: shareOf(sumOfAmounts(figuresOf(reader, id).map((area) => amountOf(area, choice)))),
  }));
  return (
    <div className={styles.page} data-scrolls="whole">
      <header className={styles.head}>
        <h1>{words.say('title')}</h1>
        <p>{words.say('lead')}</p>
      </header>
      <Sets current={set.slug} words={words} />
      <FigureForm {...{ words, choice, technologyIds, addressed }} />
      <p className={styles.answer}>
        <strong>{words.share(whole)}</strong> {words.shown(choice)}
      </p>
      <div className={styles.columns}>
        <FigureMap outlines={outlinesOf(reader, set.id)} {...{ amounts, words, path }} query={choiceQuery(choice)} />
        <FigureTable {...{ amounts, whole, choice, words, path, asked }} />
      </div>
      <ShareSeries series={series} words={words} />
      <AboutFigures measured={measured} words={words} />
    </div>
  );
}

/** Links to the other sets, where there are any. */
function Sets({ current, words }: { readonly current: string; readonly words: FigureWords }) {
  const sets = measuredSets();
  if (sets.length < 2) return null;
  return (
    <nav aria-label={words.say('sets')} className={styles.sets}>
      <ul>
        {sets.map(({ slug, name }) => (
          <li key={slug}>
            <a href={words.link(`/statistics/${slug}`)} aria-current={slug === current ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface AreaAmount {
  readonly area: AreaFigures;
  readonly amount: Amount;
}

interface FigureTableProps {
  readonly amounts: readonly AreaAmount[];
  readonly whole: Amount;
  readonly choice: FigureChoice;
  readonly words: FigureWords;
  readonly path: string;
  readonly asked: Asked;
}

/** The orders of the table: each column is sorted first in the direction that people look for. */
const orders = {
  area: ({ area: one }: AreaAmount, { area: other }: AreaAmount) => one.name.localeCompare(other.name, 'en-NZ'),
  share: (one: AreaAmount, other: AreaAmount) => (shareOf(other.amount) ?? -1) - (shareOf(one.amount) ?? -1),
  reached: (one: AreaAmount, other: AreaAmount) => other.amount.reached - one.amount.reached,
  whole: (one: AreaAmount, other: AreaAmount) => other.amount.of - one.amount.of,
} as const;
type Order = keyof typeof orders;

function FigureTable({ amounts, whole, choice, words, path, asked }: FigureTableProps) {
  const order = Object.keys(orders).find((known): known is Order => known === asked.sort) ?? 'area';
  const isReversed = asked.order === 'reversed';
  const sorted = amounts.toSorted((one, other) => (isReversed ? -1 : 1) * orders[order](one, other));
  const query = choiceQuery(choice);
  const isLand = choice.of === 'land';
  const titles = {
    area: words.say('area'),
    share: words.say('share'),
    reached: words.say(isLand ? 'reachedLand' : 'reachedAddresses'),
    whole: words.say(isLand ? 'ofAllLand' : 'ofAllAddresses'),
  };
  return (
    <ScrollGroup label={words.shown(choice)} className={styles.scroll}>
      <table className={styles.table}>
        <caption>{words.shown(choice)}</caption>
        <thead>
          <tr>
            {(Object.keys(titles) as Order[]).map((column) => {
              const isSorted = column === order;
              const isUp = (column === 'area') !== isReversed;
              const next = isSorted && !isReversed ? '&order=reversed' : '';
              return (
                <th
                  key={column}
                  scope="col"
                  className={column === 'area' ? undefined : styles.number}
                  aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : undefined}
                >
                  <a href={words.link(`${path}?${query}&sort=${column}${next}`)}>
                    {titles[column]}
                    {isSorted && <span aria-hidden="true">{isUp ? ' ↑' : ' ↓'}</span>}
                  </a>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ area: { slug, name }, amount }) => (
            <tr key={slug}>
              <th scope="row">
                <a href={words.link(`${path}/${slug}?${query}`)}>
                  <bdi>{name}</bdi>
                </a>
              </th>
              <ShareCells {...{ amount, choice, words }} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.say('whole')}</th>
            <ShareCells amount={whole} {...{ choice, words }} />
          </tr>
        </tfoot>
      </table>
    </ScrollGroup>
  );
}

interface ShareCellsProps {
  readonly amount: Amount;
  readonly choice: FigureChoice;
  readonly words: FigureWords;
}

function ShareCells({ amount, choice: { of }, words }: ShareCellsProps) {
  return (
    <>
      <td className={styles.number}>{words.share(amount)}</td>
      <td className={styles.number}>{words.amount(of, amount.reached)}</td>
      <td className={styles.number}>{words.amount(of, amount.of)}</td>
    </>
  );
}
