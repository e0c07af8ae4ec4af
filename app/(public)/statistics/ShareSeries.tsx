import { formatShare } from '#lib/map/area/area.ts';
import styles from './statistics.module.css';
import type { FigureWords } from './statistics-words.ts';

interface ShareSeriesProps {
  /** From the version that came into force first. Instants are epoch milliseconds. */
  readonly series: readonly { readonly at: number; readonly share: number | undefined }[];
  readonly words: FigureWords;
}

const size = { width: 600, height: 120, margin: 8 } as const;

/** A share over the versions that were measured, as a line and as a list. */
export function ShareSeries({ series, words }: ShareSeriesProps) {
  const points = series.flatMap(({ at, share }) => (share === undefined ? [] : [{ at, share }]));
  const [first, last] = [points[0], points.at(-1)];
  return (
    <section className={styles.series}>
      <h2>{words.say('series')}</h2>
      {first === undefined || last === undefined || points.length < 2 ? (
        <p>{words.say('oneVersion')}</p>
      ) : (
        <>
          <svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true" className={styles.line}>
            <polyline points={points.map((point) => placeOf(point, first.at, last.at).join()).join(' ')} />
            {points.map((point) => {
              const [x, y] = placeOf(point, first.at, last.at);
              return <circle key={point.at} cx={x} cy={y} r={4} />;
            })}
          </svg>
          <ol className={styles.points}>
            {points.map(({ at, share }) => (
              <li key={at}>{words.say('seriesText', { day: words.day(at), share: formatShare(share) })}</li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

/** All of the height is 100 %. */
function placeOf({ at, share }: { readonly at: number; readonly share: number }, first: number, last: number) {
  const { width, height, margin } = size;
  const across = last === first ? 0 : (at - first) / (last - first);
  return [margin + across * (width - 2 * margin), height - margin - share * (height - 2 * margin)].map(
    (value) => Math.round(10 * value) / 10,
  );
}
