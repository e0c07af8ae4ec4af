import { type ChangeKind, changeKinds } from '#lib/broadband/measure/changed-points.ts';
import styles from './Legend.module.css';
import { kindWords, type MapTechnology, type MapView } from './map-content.ts';

interface LegendProps {
  readonly technology: MapTechnology;
  readonly view: MapView;
  readonly hasSamples: boolean;
  readonly hasProblems: boolean;
}

/** The colours and patterns of the map. */
export function Legend({ technology: { name, squares, swatches }, view, hasSamples, hasProblems }: LegendProps) {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {view === 'changes' &&
        changeKinds
          .filter((kind) => squares[kind].length > 0)
          .map((kind) => (
            <li key={kind}>
              <svg className={styles.square} data-kind={kind} viewBox="0 0 24 24" aria-hidden="true">
                <rect x="1" y="1" width="22" height="22" fill={patternFill(kind)} />
              </svg>
              {kindWords[kind]}
            </li>
          ))}
      {view === 'changes' && (
        <li>
          <span className={styles.unchanged} aria-hidden="true" />
          Unchanged
        </li>
      )}
      {view !== 'changes' &&
        swatches !== undefined &&
        (['Available', 'Underway', 'Planned'] as const).map((availability) => (
          <li key={availability}>
            <span
              className={styles.swatch}
              style={{ backgroundImage: `url(${swatches[availability]})` }}
              aria-hidden="true"
            />
            {`${name}: ${availability.toLowerCase()}`}
          </li>
        ))}
      {view === 'changes' && hasSamples && (
        <li>
          <span className={styles.sample} aria-hidden="true">
            1
          </span>
          Point in the list (zoom in to see it)
        </li>
      )}
      {view === 'changes' && hasProblems && (
        <li>
          <svg className={styles.problem} viewBox="0 0 24 24" aria-hidden="true">
            <circle cx="12" cy="12" r="5" />
          </svg>
          Problem in the file
        </li>
      )}
    </ul>
  );
}

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
