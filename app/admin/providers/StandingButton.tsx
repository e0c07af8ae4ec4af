'use client';

import { ConfirmButton } from '../../../components/admin/ConfirmButton.tsx';
import { retireProvider, reviveProvider } from './actions.ts';

interface StandingButtonProps {
  readonly id: number;
  readonly name: string;
  readonly isRetired: boolean;
}

/** Retires a provider, or brings it back. */
export function StandingButton({ id, name, isRetired }: StandingButtonProps) {
  return isRetired ? (
    <ConfirmButton
      label="Bring back"
      description={`Bring back ${name}`}
      question={`Bring back ${name}?`}
      detail="Versions that hold its layers may be published again."
      size="sm"
      action={() => reviveProvider(id)}
    />
  ) : (
    <ConfirmButton
      label="Retire"
      description={`Retire ${name}`}
      question={`Retire ${name}?`}
      detail="No version that holds its layers may be published then. It must have no published offer. It can be brought back."
      size="sm"
      color="fault"
      variant="outline"
      action={() => retireProvider(id)}
    />
  );
}
