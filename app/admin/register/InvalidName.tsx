import { FormError } from '#components/admin/forms/FormError.tsx';
import type { NameFault } from '#lib/registry/names/name.ts';
import { statuses } from '#lib/registry/status.ts';
import { nameFaultWords } from '#lib/words/registry/registry.ts';

/** Why a text is not a .nz name (R3). */
export function InvalidName({ asked, reason }: { readonly asked: string; readonly reason: NameFault }) {
  const shown = asked.length > 80 ? `${asked.slice(0, 80)}…` : asked;
  const { code, status } = statuses.Invalid;
  return <FormError sentence={`The API answers “${code} ${status}”: “${shown}” ${nameFaultWords[reason]}.`} />;
}
