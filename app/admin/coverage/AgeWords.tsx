import { State } from '#components/admin/State.tsx';
import type { LayerAge } from '#db/broadband/freshness.ts';
import { counted } from '#lib/counted.ts';

/** How old a layer's data are, and whether they are flagged as old. */
export function AgeWords({ age: { days, isFlagged } }: { readonly age: LayerAge }) {
  const words = days === 0 ? 'today' : counted(days, 'day');
  return <State kind={isFlagged ? 'soon' : 'plain'}>{`${words}${isFlagged ? ', old' : ''}`}</State>;
}
