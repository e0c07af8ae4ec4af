import { expect, test } from 'vitest';
import { largeLosses } from './large-loss.ts';

function loss(technology: string, lost: number, available: number, planned = 0, provider: string | null = null) {
  return { technology, provider, before: { Available: available, Underway: 0, Planned: planned }, lost };
}

test.each([
  ['a fifth of it', loss('Fibre', 20, 100), []],
  ['more than a fifth', loss('Fibre', 20.01, 100), [{ technology: 'Fibre', lost: 20.01, before: 100 }]],
  ['more than a fifth of the available area, but less of all that is offered', loss('Fibre', 21, 100, 10), []],
  ['all of it', loss('ADSL', 3, 3), [{ technology: 'ADSL', lost: 3, before: 3 }]],
  ['nothing out of nothing', loss('Cable', 0, 0), []],
  ['all of one provider, but not of the technology', loss('Fibre', 5, 5, 0, 'One'), []],
])('losing %s is reported if it is large', (_, area, losses) => {
  expect(largeLosses([area])).toEqual(losses);
});
