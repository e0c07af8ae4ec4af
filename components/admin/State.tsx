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

/** Whether a row of a list is in use or retired. */
export function RetiredState({ retiredAt }: { readonly retiredAt: number | null }) {
  return retiredAt === null ? <State kind="good">In use</State> : <State kind="ended">Retired</State>;
}
