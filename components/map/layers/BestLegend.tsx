import { useId } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { nameOfTechnology } from '#lib/map/answer/words.ts';
import type { BestLayer, CoverageLayer } from '#lib/map/layers/coverage-layers.ts';
import styles from './BestLegend.module.css';
import { bestStrength } from './CoverageTiles.tsx';

interface BestLegendProps {
  readonly best: BestLayer;
  readonly layers: readonly CoverageLayer[];
  /** Of chosen layers, a share of 1. */
  readonly strength: number;
}

/** What the colours and patterns of the best technologies mean. */
export function BestLegend({ best, layers, strength }: BestLegendProps) {
  const say = useSay();
  const id = useId();
  const shown = best.setIds.flatMap((setId) => layers.find((layer) => layer.setId === setId) ?? []);
  return (
    <div className={styles.legend}>
      <p id={id} className={styles.title}>
        {say('layers.best')}
      </p>
      <ul aria-labelledby={id} className={styles.technologies}>
        {shown.map(({ setId, name, swatches }) => (
          <li key={setId} className={styles.technology}>
            <Swatch picture={swatches.Available} opacity={strength * bestStrength} isSmall />
            <bdi>{nameOfTechnology(say, name)}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SwatchProps {
  /** A `data:` URL. */
  readonly picture: string;
  /** A share of 1. */
  readonly opacity?: number;
  readonly isSmall?: boolean;
}

/** How an area looks on the map, for a legend. */
export function Swatch({ picture, opacity = 1, isSmall = false }: SwatchProps) {
  return (
    <span className={isSmall ? `${styles.ground} ${styles.small}` : styles.ground}>
      <span className={styles.area} style={{ backgroundImage: `url(${picture})`, opacity }} />
    </span>
  );
}
