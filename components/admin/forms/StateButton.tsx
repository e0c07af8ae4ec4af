'use client';

import type { ReactNode } from 'react';
import type { ActionResult } from './action-result.ts';
import { ConfirmButton } from './ConfirmButton.tsx';

interface StateButtonProps {
  readonly id: number;
  readonly name: string;
  readonly isRetired: boolean;
  /** Of the page with the button. */
  readonly revision: number;
  /** What each change means, and whether it can be undone. */
  readonly details: { readonly retire: ReactNode; readonly revive: ReactNode };
  /** Server actions. */
  readonly retire: (id: number, revision: number) => Promise<ActionResult<void>>;
  readonly revive: (id: number, revision: number) => Promise<ActionResult<void>>;
}

/** Retires a row of a list, or restores it. */
export function StateButton({ id, name, isRetired, revision, details, retire, revive }: StateButtonProps) {
  return isRetired ? (
    <ConfirmButton
      label="Bring back"
      description={`Bring back ${name}`}
      question={`Bring back ${name}?`}
      detail={details.revive}
      size="sm"
      action={() => revive(id, revision)}
    />
  ) : (
    <ConfirmButton
      label="Retire"
      description={`Retire ${name}`}
      question={`Retire ${name}?`}
      detail={details.retire}
      size="sm"
      color="fault"
      variant="outline"
      action={() => retire(id, revision)}
    />
  );
}
