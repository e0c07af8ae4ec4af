import { type ComponentProps, useId } from 'react';
import styles from './TextField.module.css';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className' | 'id'> {
  readonly label: string;
  readonly hint: string;
  /** What is wrong with what was typed. */
  readonly fault?: string | undefined;
}

/** Some lines of text with their label, a hint, and what is wrong with them. */
export function TextArea({ label, hint, fault, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea
        id={id}
        className={styles.input}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? `${id}-hint` : `${id}-hint ${id}-fault`}
        {...rest}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
      {fault !== undefined && (
        <p id={`${id}-fault`} className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}
