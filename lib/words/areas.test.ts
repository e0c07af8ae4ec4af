import { expect, test } from 'vitest';
import { areaChange, areaName, lossDetails, lossWords, squareKilometres, withError } from './areas.ts';

test('areas have two decimals and grouped thousands', () => {
  expect([0, 0.004, 1234.5].map(squareKilometres)).toEqual(['0.00 km²', '0.00 km²', '1,234.50 km²']);
});

test('an error is rounded up because it is a bound, and stays on the same line as its figure', () => {
  const words = (area: number, error: number) => withError(area, error).replaceAll('\u00a0', ' ');
  expect(words(1234.5, 0.141)).toBe('1,234.50 ± 0.15');
  expect(words(1, 0.14)).toBe('1.00 ± 0.14');
  expect(words(1, 0.0001)).toBe('1.00 ± 0.01');
  expect(words(0, 0)).toBe('0.00 ± 0.00');
  expect(withError(1, 1)).not.toContain(' ');
});

const nothing = { Available: 0, Underway: 0, Planned: 0 };
const area = {
  ...{ technology: 'Fibre', provider: null, before: nothing, after: { Available: 2, Underway: 1, Planned: 0.5 } },
  ...{ error: 0.1, gained: 3.5, lost: 0, unchanged: 0, altered: 0, changeError: 0.1 },
};

test('the area of a technology names the parts underway and planned, and the change', () => {
  const now = '3.50 km² ± 0.10 km² (including 1.00 km² underway and 0.50 km² planned)';
  expect(areaChange(area)).toBe(`${now}, all new`);
  const changed = { before: { ...nothing, Available: 4 }, gained: 0.5, lost: 1, unchanged: 3, altered: 0.25 };
  expect(areaChange({ ...area, ...changed })).toBe(
    `${now}; gained 0.50 km², lost 1.00 km², unchanged 3.00 km² (0.25 km² by other offers), ± 0.10 km²`,
  );
  expect([null, 'One'].map((provider) => areaName({ ...area, provider }))).toEqual(['Fibre', 'Fibre of One']);
});

test('losses are shown as shares, and in detail with their areas', () => {
  const losses = ['Fibre', 'ADSL'].map((technology) => ({ technology, lost: 1, before: 4 }));
  expect(lossWords(losses)).toBe('25.0 % of Fibre’s area and 25.0 % of ADSL’s area');
  expect(lossWords([])).toBe('');
  expect(lossDetails(losses.slice(1))).toBe('25.0 % of ADSL’s area (1.00 km² of 4.00 km²)');
});
