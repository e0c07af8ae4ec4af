import styles from './SpeedBar.module.css';

interface SpeedBarProps {
  readonly minMbps: number;
  readonly maxMbps: number;
  /** Where the scale ends; the same for every bar of an answer, so that they can be compared. */
  readonly scaleMbps: number;
}

/** A range of speed on the answer's one scale, from nothing to its fastest; the figures beside it say the same. */
export function SpeedBar({ minMbps, maxMbps, scaleMbps }: SpeedBarProps) {
  const percent = (mbps: number) => `${scaleMbps === 0 ? 0 : (100 * mbps) / scaleMbps}%`;
  return (
    <div className={styles.scale} aria-hidden="true">
      <div className={styles.reach} style={{ width: percent(maxMbps) }} />
      <div className={styles.sure} style={{ width: percent(minMbps) }} />
    </div>
  );
}
