'use client';

import { useRouter } from 'next/navigation';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { removeNetwork, removeRegistrar } from './actions.ts';

export function RemoveNetworkButton({ id, network }: { readonly id: number; readonly network: string }) {
  return (
    <ConfirmButton
      label="Remove"
      description={`Remove ${network}`}
      question={`Remove ${network}?`}
      detail="Callers from it are refused within a second, unless another entry contains their address."
      action={() => removeNetwork(id)}
    />
  );
}

export function RemoveRegistrarButton({ id, name }: { readonly id: number; readonly name: string }) {
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
        action={() => removeRegistrar(id)}
        onDone={() => router.push('/admin/registrars')}
      />
    </div>
  );
}
