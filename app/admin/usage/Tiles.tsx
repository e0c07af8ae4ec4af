import styles from './usage.module.css';

/** A row of figures with their titles. */
export function Tiles({ tiles }: { tiles: readonly { readonly title: string; readonly value: string }[] }) {
  return (
    <dl className={styles.tiles}>
      {tiles.map(({ title, value }) => (
        <div key={title} className={styles.tile}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
