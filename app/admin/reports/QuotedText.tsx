import styles from './QuotedText.module.css';

/** A text that a visitor wrote, with its line breaks. */
export function QuotedText({ text }: { readonly text: string }) {
  return (
    <p className={styles.quoted}>
      <bdi>{text}</bdi>
    </p>
  );
}
