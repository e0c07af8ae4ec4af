import type { ComponentProps } from 'react';
import styles from './Button.module.css';

/** A secondary button. */
export function QuietButton({ type = 'button', ...rest }: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type={type} className={styles.quietButton} {...rest} />;
}

/** A link that looks like a secondary button. */
export function QuietLink({ children, ...rest }: Omit<ComponentProps<'a'>, 'className'>) {
  return (
    <a className={styles.quietButton} {...rest}>
      {children}
    </a>
  );
}
