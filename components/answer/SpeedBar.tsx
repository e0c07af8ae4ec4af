import styles from './SpeedBar.module.css';

interface SpeedBarProps {
  readonly minMbps: number;
  readonly maxMbps: number;
  /** The end of the scale, the same for all bars of an answer so that they can be compared. */
  readonly scaleMbps: number;
}

/** A range of speeds as a bar; the same range is beside it in figures. */
export function SpeedBar({ minMbps, maxMbps, scaleMbps }: SpeedBarProps) {
  const percent = (mbps: number) => `${scaleMbps === 0 ? 0 : (100 * mbps) / scaleMbps}%`;
  return (
    <div className={styles.scale} aria-hidden="true">
      <div className={styles.max} style={{ width: percent(maxMbps) }} />
      <div className={styles.min} style={{ width: percent(minMbps) }} />
    </div>
  );
}
