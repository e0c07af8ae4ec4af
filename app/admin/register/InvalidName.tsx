import { FormError } from '#components/admin/forms/FormError.tsx';

/** Why something is no .nz name (R3); `reason` ends a sentence that begins with it. */
export function InvalidName({ asked, reason }: { readonly asked: string; readonly reason: string }) {
  const shown = asked.length > 80 ? `${asked.slice(0, 80)}…` : asked;
  return <FormError sentence={`The API answers “500 Invalid characters in query string”: “${shown}” ${reason}.`} />;
}
