import styles from './Markdown.module.css';

/** A text in a fixed font, which scrolls where it is too wide. */
export function CodeBlock({ text }: { readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={styles.code} tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}
