import type { ComponentProps } from 'react';
import styles from './QuietButton.module.css';

/** A link that looks like a secondary button. */
export function QuietLink({ children, ...rest }: Omit<ComponentProps<'a'>, 'className'>) {
  return (
    <a className={styles.button} {...rest}>
      {children}
    </a>
  );
}
