import { Checkbox } from '@mantine/core';
import type { Overlap } from '#flows/access/networks.ts';
import styles from './OverlapList.module.css';

interface OverlapListProps {
  readonly overlaps: readonly Overlap[];
  /** The label of the checkbox that confirms them. */
  readonly label: string;
  readonly isConfirmed: boolean;
  readonly onConfirm: (isConfirmed: boolean) => void;
}

/** The networks that share addresses with those of other registrars, what that means (R11), and a checkbox to confirm. */
export function OverlapList({ overlaps, label, isConfirmed, onConfirm }: OverlapListProps) {
  return (
    <>
      <div>
        <p>
          Other registrars already have some of these addresses. For those, the longer prefix decides who the caller is:
        </p>
        <ul className={styles.list}>
          {overlaps.map(({ network, other, registrar }) => (
            <li key={`${network} ${other}`}>
              {network} overlaps with {other} of {registrar}
            </li>
          ))}
        </ul>
      </div>
      <Checkbox label={label} checked={isConfirmed} onChange={(event) => onConfirm(event.currentTarget.checked)} />
    </>
  );
}
