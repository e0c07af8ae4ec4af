import styles from './Sparkline.module.css';

interface SparklineProps {
  /** What the line shows, for screen readers. */
  readonly label: string;
  readonly values: readonly number[];
  /** A second line behind it, on the same scale. */
  readonly before?: readonly number[];
  /** How many values fill the width. */
  readonly length: number;
}

const width = 240;
const height = 40;

/** A line of values without axes: how they went, not how many there were. */
export function Sparkline({ label, values, before = [], length }: SparklineProps) {
  const most = Math.max(1, ...values, ...before);
  const points = (line: readonly number[]) =>
    line
      .map((value, at) => `${placeOf(at, length)},${(height - 2 - (value / most) * (height - 4)).toFixed(1)}`)
      .join(' ');
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline className={styles.before} points={points(before)} vectorEffect="non-scaling-stroke" />
      <polyline className={styles.now} points={points(values)} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

function placeOf(at: number, length: number): string {
  return ((at / Math.max(1, length - 1)) * width).toFixed(1);
}
