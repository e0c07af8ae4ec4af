'use client';

import { ConfirmButton } from '../../../components/admin/ConfirmButton.tsx';
import { retireTechnology, reviveTechnology } from './actions.ts';

interface StandingButtonProps {
  readonly id: number;
  readonly name: string;
  readonly isRetired: boolean;
}

/** Retires a technology, or brings it back. */
export function StandingButton({ id, name, isRetired }: StandingButtonProps) {
  return isRetired ? (
    <ConfirmButton
      label="Bring back"
      description={`Bring back ${name}`}
      question={`Bring back ${name}?`}
      detail="Every answer has it again within a second, as the last in the order."
      size="sm"
      action={() => reviveTechnology(id)}
    />
  ) : (
    <ConfirmButton
      label="Retire"
      description={`Retire ${name}`}
      question={`Retire ${name}?`}
      detail="No answer has it any more within a second. It must have no published offer. Its name and number stay its own, and it can be brought back."
      size="sm"
      color="fault"
      variant="outline"
      action={() => retireTechnology(id)}
    />
  );
}
