import { useSay } from '#components/language/LanguageProvider.tsx';
import type { TechnologyResult } from '#lib/map/answer/answer.ts';
import { availabilityMessages, formatSpeedRange, nameOfTechnology } from '#lib/map/answer/words.ts';
import styles from './CompareTable.module.css';

interface CompareTableProps {
  readonly names: readonly string[];
  /** The results of each point; empty without an answer. */
  readonly results: readonly (readonly TechnologyResult[])[];
}

/** A summary of both answers, technology by technology. */
export function CompareTable({ names, results }: CompareTableProps) {
  const say = useSay();
  const technologies = [...new Set(results.flatMap((each) => each.map(({ technology }) => technology)))];
  if (technologies.length === 0) return null;
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{say('compare.table')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('area.technology')}</th>
          <th scope="col">A: {names[0]}</th>
          <th scope="col">B: {names[1]}</th>
        </tr>
      </thead>
      <tbody>
        {technologies.map((technology) => (
          <tr key={technology}>
            <th scope="row">
              <bdi>{nameOfTechnology(say, technology)}</bdi>
            </th>
            <ResultCell result={results[0]?.find((result) => result.technology === technology)} />
            <ResultCell result={results[1]?.find((result) => result.technology === technology)} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ResultCell({ result }: { readonly result: TechnologyResult | undefined }) {
  const say = useSay();
  const availability = result?.availability ?? 'Not Available';
  const fastest = Math.max(0, ...(result?.providers ?? []).map(({ maxDownloadMbps }) => maxDownloadMbps));
  return (
    <td className={availability === 'Not Available' ? styles.absent : undefined}>
      {say(availabilityMessages[availability].name)}
      {fastest > 0 && <span className={styles.speed}>{formatSpeedRange(say, 0, fastest)}</span>}
    </td>
  );
}
