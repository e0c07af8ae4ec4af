import styles from './Announcement.module.css';

/** Said by a screen reader when it changes, after what it is saying; not shown. */
export function Announcement({ text }: { text: string }) {
  return (
    <p role="status" className={styles.unseen}>
      {text}
    </p>
  );
}
