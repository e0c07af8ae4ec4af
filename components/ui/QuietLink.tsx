import type { ComponentProps } from 'react';
import styles from './QuietButton.module.css';

/** A link that stands among quiet buttons and looks like one. */
export function QuietLink({ children, ...rest }: Omit<ComponentProps<'a'>, 'className'>) {
  return (
    <a className={styles.button} {...rest}>
      {children}
    </a>
  );
}
