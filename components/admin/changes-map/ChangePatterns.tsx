import type { ChangeKind } from '#lib/broadband/measure/changed-points.ts';
import styles from './ChangePatterns.module.css';

/** The fill of squares with a kind of change. Patterns differ, so that colour is not needed. */
export function patternFill(kind: ChangeKind): string {
  return `url(#change-${kind})`;
}

/** The patterns that `patternFill` refers to; use it once on a page. */
export function ChangePatterns() {
  return (
    <svg className={styles.definitions} aria-hidden="true">
      <defs>
        <pattern id="change-gained" className={styles.gained} width="8" height="8" patternUnits="userSpaceOnUse">
          <rect className={styles.ground} width="8" height="8" />
          <path d="M-2 2L2 -2M0 8L8 0M6 10L10 6" />
        </pattern>
        <pattern id="change-lost" className={styles.lost} width="8" height="8" patternUnits="userSpaceOnUse">
          <rect className={styles.ground} width="8" height="8" />
          <path d="M0 0L8 8M0 8L8 0" />
        </pattern>
        <pattern id="change-altered" className={styles.altered} width="8" height="8" patternUnits="userSpaceOnUse">
          <rect className={styles.ground} width="8" height="8" />
          <path d="M2 2h0M6 6h0" />
        </pattern>
      </defs>
    </svg>
  );
}
