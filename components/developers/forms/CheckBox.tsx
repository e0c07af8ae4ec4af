import { type ReactNode, useId } from 'react';
import styles from './CheckBox.module.css';

interface CheckBoxProps {
  readonly name: string;
  readonly label: string;
  readonly isTicked: boolean;
  readonly fault?: string | undefined;
  /** What ticking it means. */
  readonly children?: ReactNode;
}

/** A box to tick, which is sent as `yes`. */
export function CheckBox({ name, label, isTicked, fault, children }: CheckBoxProps) {
  const id = useId();
  const describedBy = [children && `${id}-text`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className={styles.check}>
      <input
        type="checkbox"
        id={id}
        name={name}
        value="yes"
        defaultChecked={isTicked}
        aria-invalid={fault !== undefined}
        aria-describedby={describedBy === '' ? undefined : describedBy}
      />
      <label htmlFor={id}>{label}</label>
      {children !== undefined && <p id={`${id}-text`}>{children}</p>}
      {fault !== undefined && (
        <p id={`${id}-fault`} className={styles.wrong}>
          {fault}
        </p>
      )}
    </div>
  );
}
