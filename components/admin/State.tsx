import styles from './State.module.css';

interface StateProps {
  readonly kind: 'good' | 'soon' | 'ended' | 'plain';
  readonly children: string;
}

/** A state as a word; the colour only repeats it. */
export function State({ kind, children }: StateProps) {
  return (
    <span className={styles.state} data-kind={kind}>
      {children}
    </span>
  );
}
