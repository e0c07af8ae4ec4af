import styles from './SelectField.module.css';

interface SelectFieldProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly value: string;
}

/** A choice of a form that works without scripts: it shows what the page shows, also after the browser has gone back to it. */
export function SelectField({ name, label, options, value }: SelectFieldProps) {
  return (
    <label className={styles.field}>
      {label}
      <select key={value} name={name} defaultValue={value} autoComplete="off">
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
