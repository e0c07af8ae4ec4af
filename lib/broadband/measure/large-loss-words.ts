import type { LargeLoss } from './large-loss.ts';

/** `34.5 % of Fibre’s area and 21.0 % of ADSL’s area`; nothing for none. */
export function lossWords(losses: readonly LargeLoss[]): string {
  return losses
    .map(({ technology, lost, before }) => `${((100 * lost) / before).toFixed(1)} % of ${technology}’s area`)
    .join(' and ');
}
