'use client';

import { useRouter } from 'next/navigation';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { removeUser, revokeKey } from './actions.ts';

interface RevokeKeyButtonProps {
  readonly id: number;
  readonly prefix: string;
  readonly user: string;
  /** Of the page with the button. */
  readonly revision: number;
  readonly size?: 'xs' | 'sm';
}

export function RevokeKeyButton({ id, prefix, user, revision, size = 'xs' }: RevokeKeyButtonProps) {
  return (
    <ConfirmButton
      label="Revoke"
      description={`Revoke key ${prefix}… of ${user}`}
      question={`Revoke key ${prefix}… of ${user}?`}
      detail="It is refused permanently, on every server within a second. To allow time for a change, replace it instead."
      size={size}
      action={() => revokeKey(id, revision)}
    />
  );
}

interface RemoveUserButtonProps {
  readonly id: number;
  readonly email: string;
  readonly revision: number;
}

export function RemoveUserButton({ id, email, revision }: RemoveUserButtonProps) {
  const router = useRouter();
  return (
    <div>
      <ConfirmButton
        label="Remove the user"
        question={`Remove ${email}?`}
        detail="All keys of this user are removed too, and refused within a second."
        typed={email}
        variant="outline"
        color="fault"
        size="sm"
        action={() => removeUser(id, revision)}
        onDone={() => router.push('/admin/users')}
      />
    </div>
  );
}
