import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './TextField.module.css';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The error message of the field. */
  readonly fault?: string | undefined;
}

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'className' | 'id'>;
type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'className' | 'id'>;

/** A one-line text field with its label, hint and error message. */
export function TextField({ label, hint, fault, type = 'text', ...rest }: TextFieldProps) {
  return <Field {...{ label, hint, fault }}>{(attributes) => <input type={type} {...attributes} {...rest} />}</Field>;
}

/** A text field of several lines with its label, hint and error message. */
export function TextArea({ label, hint, fault, ...rest }: TextAreaProps) {
  return <Field {...{ label, hint, fault }}>{(attributes) => <textarea {...attributes} {...rest} />}</Field>;
}

type Attributes = Pick<ComponentProps<'input'>, 'id' | 'className' | 'aria-invalid' | 'aria-describedby'>;

interface LabelledFieldProps extends FieldProps {
  /** Renders the field itself. */
  readonly children: (attributes: Attributes & Pick<ComponentProps<'textarea'>, keyof Attributes>) => ReactNode;
}

function Field({ label, hint, fault, children }: LabelledFieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        className: styles.input,
        'aria-invalid': fault !== undefined,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
      })}
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
