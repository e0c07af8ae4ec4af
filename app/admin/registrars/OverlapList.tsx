import type { Overlap } from './actions.ts';

/** Which networks share addresses with other registrars', and what that means (R11). */
export function OverlapList({ overlaps }: { readonly overlaps: readonly Overlap[] }) {
  return (
    <div>
      <p>
        Other registrars already have these addresses, or some of them. The longer prefix decides whose a caller is:
      </p>
      <ul>
        {overlaps.map(({ network, other, registrar }) => (
          <li key={`${network} ${other}`}>
            {network} overlaps with {other} of {registrar}
          </li>
        ))}
      </ul>
    </div>
  );
}
