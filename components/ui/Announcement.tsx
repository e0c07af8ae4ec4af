import styles from './Announcement.module.css';

/** A text that is only announced by screen readers, politely, when it changes. */
export function Announcement({ text }: { text: string }) {
  return (
    <p role="status" className={styles.unseen}>
      {text}
    </p>
  );
}
