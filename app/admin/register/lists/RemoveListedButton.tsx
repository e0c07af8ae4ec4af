'use client';

import { useRouter } from 'next/navigation';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { removeListed } from './actions.ts';

interface RemoveListedButtonProps {
  readonly name: string;
  /** The name as a person reads it. */
  readonly shown: string;
  /** Whether it stands on the name's own page, which is gone then. */
  readonly isOwnPage?: boolean;
}

export function RemoveListedButton({ name, shown, isOwnPage = false }: RemoveListedButtonProps) {
  const router = useRouter();
  return (
    <ConfirmButton
      label="Remove"
      description={`Remove ${shown}`}
      question={`Remove ${shown} from the list?`}
      detail="Unless somebody has it, or a rule forbids it, the API answers at once that it is available."
      action={() => removeListed(name)}
      onDone={isOwnPage ? () => router.push('/admin/register/lists') : undefined}
    />
  );
}
