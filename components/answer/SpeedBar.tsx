import { marksOnScale, positionOnScale } from '#lib/map/answer/speed-scale.ts';
import styles from './SpeedBar.module.css';

interface SpeedBarProps {
  readonly minMbps: number;
  readonly maxMbps: number;
  /** The end of the scale, the same for all bars of an answer so that they can be compared. */
  readonly scaleMbps: number;
}

/** A range of speeds as a bar on a logarithmic scale; the same range is beside it in figures. */
export function SpeedBar({ minMbps, maxMbps, scaleMbps }: SpeedBarProps) {
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  return (
    <div className={styles.scale} aria-hidden="true">
      <div className={styles.max} style={{ width: percent(positionOnScale(maxMbps, scaleMbps)) }} />
      <div className={styles.min} style={{ width: percent(positionOnScale(minMbps, scaleMbps)) }} />
      {marksOnScale(scaleMbps).map((share) => (
        <div key={share} className={styles.mark} style={{ left: percent(share) }} />
      ))}
    </div>
  );
}
