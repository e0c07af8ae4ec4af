import type { ComponentProps } from 'react';
import styles from './Button.module.css';

/** The primary button; it submits a form only with `type="submit"`. */
export function Button({ type = 'button', ...rest }: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type={type} className={styles.button} {...rest} />;
}
