import type { ComponentProps } from 'react';
import styles from './QuietButton.module.css';

/** A secondary button. */
export function QuietButton({ type = 'button', ...rest }: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type={type} className={styles.button} {...rest} />;
}
