'use client';

import { useRouter } from 'next/navigation';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { removeListed } from './actions.ts';

interface RemoveListedButtonProps {
  readonly name: string;
  /** The name in Unicode. */
  readonly shown: string;
  /** Of the page with the button. */
  readonly revision: number;
  /** Whether the button is on the name's own page, which no longer exists afterwards. */
  readonly isOwnPage?: boolean;
}

export function RemoveListedButton({ name, shown, revision, isOwnPage = false }: RemoveListedButtonProps) {
  const router = useRouter();
  return (
    <ConfirmButton
      label="Remove"
      description={`Remove ${shown}`}
      question={`Remove ${shown} from the list?`}
      detail="Unless somebody has registered it or a rule prohibits it, the API answers at once that it is available."
      action={() => removeListed(name, revision)}
      onDone={isOwnPage ? () => router.push('/admin/register/lists') : undefined}
    />
  );
}
