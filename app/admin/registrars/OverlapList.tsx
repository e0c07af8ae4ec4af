import { Checkbox } from '@mantine/core';
import type { Overlap } from '#flows/access/networks.ts';
import styles from './OverlapList.module.css';

interface OverlapListProps {
  readonly overlaps: readonly Overlap[];
  /** What the box says that must be ticked to go on. */
  readonly label: string;
  readonly isSeen: boolean;
  readonly onSeen: (isSeen: boolean) => void;
}

/** Which networks share addresses with other registrars', what that means (R11), and whether they are wanted all the same. */
export function OverlapList({ overlaps, label, isSeen, onSeen }: OverlapListProps) {
  return (
    <>
      <div>
        <p>
          Other registrars already have these addresses, or some of them. The longer prefix decides whose a caller is:
        </p>
        <ul className={styles.list}>
          {overlaps.map(({ network, other, registrar }) => (
            <li key={`${network} ${other}`}>
              {network} overlaps with {other} of {registrar}
            </li>
          ))}
        </ul>
      </div>
      <Checkbox label={label} checked={isSeen} onChange={(event) => onSeen(event.currentTarget.checked)} />
    </>
  );
}
