import { expect, test } from 'vitest';
import { largeLosses } from './large-loss.ts';

function told(technology: string, lost: number, available: number, planned = 0, provider: string | null = null) {
  return { technology, provider, before: { Available: available, Underway: 0, Planned: planned }, lost };
}

test.each([
  ['a fifth of it', told('Fibre', 20, 100), []],
  ['more than a fifth', told('Fibre', 20.01, 100), [{ technology: 'Fibre', lost: 20.01, before: 100 }]],
  ['more than a fifth of what is available, less of all that is offered', told('Fibre', 21, 100, 10), []],
  ['all of it', told('ADSL', 3, 3), [{ technology: 'ADSL', lost: 3, before: 3 }]],
  ['nothing of nothing', told('Cable', 0, 0), []],
  ['all of one provider’s, who is not alone', told('Fibre', 5, 5, 0, 'One'), []],
])('%s goes', (_, area, losses) => {
  expect(largeLosses([area])).toEqual(losses);
});
