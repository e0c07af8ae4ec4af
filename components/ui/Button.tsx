import type { ComponentProps } from 'react';
import styles from './Button.module.css';

/** The one strong button; submits only where it is told to. */
export function Button({ type = 'button', ...rest }: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type={type} className={styles.button} {...rest} />;
}
