import { type ComponentProps, useId } from 'react';
import styles from './TextField.module.css';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id'> {
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong with what was typed. */
  readonly fault?: string | undefined;
}

/** A line of text with its label, a hint, and what is wrong with it. */
export function TextField({ label, hint, fault, type = 'text', ...rest }: TextFieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        id={id}
        type={type}
        className={styles.input}
        aria-invalid={fault !== undefined}
        aria-describedby={described === '' ? undefined : described}
        {...rest}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p id={`${id}-fault`} className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}
