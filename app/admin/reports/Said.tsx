import styles from './Said.module.css';

/** What somebody wrote, its lines as they were written. */
export function Said({ text }: { readonly text: string }) {
  return (
    <p className={styles.said}>
      <bdi>{text}</bdi>
    </p>
  );
}
