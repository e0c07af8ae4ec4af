'use client';

import { useRouter } from 'next/navigation';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { removeNetwork, removeRegistrar } from './actions.ts';

interface RemoveNetworkProps {
  readonly id: number;
  readonly network: string;
  /** Of the page with the button. */
  readonly revision: number;
}

export function RemoveNetworkButton({ id, network, revision }: RemoveNetworkProps) {
  return (
    <ConfirmButton
      label="Remove"
      description={`Remove ${network}`}
      question={`Remove ${network}?`}
      detail="Callers from it are refused within a second, unless another entry contains their address."
      action={() => removeNetwork(id, revision)}
    />
  );
}

interface RemoveRegistrarProps {
  readonly id: number;
  readonly name: string;
  readonly revision: number;
}

export function RemoveRegistrarButton({ id, name, revision }: RemoveRegistrarProps) {
  const router = useRouter();
  return (
    <div>
      <ConfirmButton
        label="Remove the registrar"
        question={`Remove ${name}?`}
        detail="All its networks are removed with it, and its callers are refused within a second. To refuse them only for a while, disable it instead."
        typed={name}
        variant="outline"
        color="fault"
        size="sm"
        action={() => removeRegistrar(id, revision)}
        onDone={() => router.push('/admin/registrars')}
      />
    </div>
  );
}
