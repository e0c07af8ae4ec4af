import type { ComponentProps } from 'react';
import styles from './QuietButton.module.css';

/** A button beside the strong one, or among equals. */
export function QuietButton({ type = 'button', ...rest }: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type={type} className={styles.button} {...rest} />;
}
