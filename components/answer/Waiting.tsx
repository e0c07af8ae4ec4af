import styles from './Waiting.module.css';

/** Shows only when an answer takes longer than a blink. */
export function Waiting() {
  return (
    <div className={styles.waiting}>
      <p>Looking it up…</p>
      <div className={styles.card} />
      <div className={styles.card} />
    </div>
  );
}
