import styles from './Swatch.module.css';

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
