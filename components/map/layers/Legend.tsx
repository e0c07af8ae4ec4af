import { useId, useState } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { wide } from '#components/ui/use-media.ts';
import { nameOfTechnology } from '#lib/map/answer/words.ts';
import type { CoverageLayer } from '#lib/map/layers/coverage-layers.ts';
import type { MessageKey } from '#lib/messages/en.ts';
import styles from './Legend.module.css';

interface LegendProps {
  readonly title: MessageKey & `layers.${string}`;
  /** What is drawn, in order. */
  readonly layers: readonly CoverageLayer[];
  /** How strongly it is drawn, a share of 1. */
  readonly strength: number;
  /** Whether several may be drawn over each other. */
  readonly mayOverlap?: boolean;
}

/** What the colours and patterns on the map mean; folded where the map is low, until its heading is pressed. */
export function Legend({ title, layers, strength, mayOverlap = false }: LegendProps) {
  const say = useSay();
  const id = useId();
  const [isOpen, setIsOpen] = useState(() => window.matchMedia(wide).matches);
  if (layers.length === 0) return null;
  return (
    <div className={styles.legend}>
      <button type="button" id={id} className={styles.title} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {say(title)}
      </button>
      {isOpen && (
        <ul aria-labelledby={id} className={styles.technologies}>
          {layers.map(({ setId, name, swatches }) => (
            <li key={setId} className={styles.technology}>
              <Swatch picture={swatches.Available} opacity={strength} isSmall />
              <bdi>{nameOfTechnology(say, name)}</bdi>
            </li>
          ))}
        </ul>
      )}
      {isOpen && mayOverlap && layers.length > 1 && <p>{say('layers.overlap')}</p>}
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
