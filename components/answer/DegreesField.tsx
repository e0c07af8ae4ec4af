import { useId } from 'react';
import styles from './DegreesField.module.css';

interface DegreesFieldProps {
  readonly label: string;
  readonly name: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is wrong with it, in words; nothing while nobody was refused. */
  readonly fault: string | undefined;
}

/** A text field and no number field: those drop a pasted typographic minus, and phones' number keys have no minus. */
export function DegreesField({ label, name, placeholder, value, onChange, fault }: DegreesFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        id={id}
        name={name}
        type="text"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        className={styles.input}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
      />
      {fault !== undefined && (
        <p id={`${id}-fault`} className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}
