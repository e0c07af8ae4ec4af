import type { AreaFigures } from '#lib/statistics/area-figures.ts';
import { type Amount, shareOf } from '#lib/statistics/figure-choice.ts';
import { mapSize } from '#lib/statistics/outline.ts';
import styles from './statistics.module.css';
import type { FigureWords } from './statistics-words.ts';

interface FigureMapProps {
  readonly outlines: ReadonlyMap<string, string>;
  readonly amounts: readonly { readonly area: AreaFigures; readonly amount: Amount }[];
  readonly words: FigureWords;
  readonly path: string;
  readonly query: string;
}

/** Each colour of the map has a pattern too. */
const classes = [0, 20, 40, 60, 80] as const;

function classOf(amount: Amount): number | undefined {
  const share = shareOf(amount);
  return share === undefined ? undefined : classes.findLastIndex((least) => 100 * share >= least);
}

/** The areas coloured by share. The table has the same figures and links, so that assistive technology passes over it. */
export function FigureMap({ outlines, amounts, words, path, query }: FigureMapProps) {
  const { width, height } = mapSize;
  return (
    <figure className={styles.map}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className={styles.drawing}>
        <Patterns />
        {amounts.map(({ area: { slug, name }, amount }) => (
          <a key={slug} href={words.link(`${path}/${slug}?${query}`)} tabIndex={-1}>
            <path d={outlines.get(slug) ?? ''} fill={fillOf(classOf(amount))} className={styles.area}>
              <title>{`${name}: ${words.share(amount)}`}</title>
            </path>
          </a>
        ))}
      </svg>
      <figcaption>
        <p>{words.say('map')}</p>
        <ul className={styles.legend} aria-label={words.say('classes')}>
          {classes.map((least, place) => (
            <li key={least}>
              <svg viewBox="0 0 24 24" aria-hidden="true" className={styles.swatch}>
                <rect width={24} height={24} fill={fillOf(place)} />
              </svg>
              {words.say('between', { least, most: classes[place + 1] ?? 100 })}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

/** An area without addresses has no share. */
function fillOf(place: number | undefined): string {
  return place === undefined ? 'var(--color-surface-quiet)' : `url(#share-${place})`;
}

/** Fewer lines where less is reached, and none where almost nothing or almost everything is. */
function Patterns() {
  return (
    <defs>
      {classes.map((least, place) => (
        <pattern key={least} id={`share-${place}`} width={8} height={8} patternUnits="userSpaceOnUse">
          <rect width={8} height={8} className={styles[`class${place}`]} />
          {lines[place] !== undefined && <path d={lines[place]} className={styles.pattern} />}
        </pattern>
      ))}
    </defs>
  );
}

const lines: readonly (string | undefined)[] = [
  undefined,
  'M3 4h2',
  'M-2 2l4-4M0 8l8-8M6 10l4-4',
  'M-2 2l4-4M0 8l8-8M6 10l4-4M-2 6l4 4M0 0l8 8M6-2l4 4',
  undefined,
];
