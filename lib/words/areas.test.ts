import { expect, test } from 'vitest';
import { areaChange, areaName, lossDetails, lossWords, squareKilometres } from './areas.ts';

test('areas have two decimals and grouped thousands', () => {
  expect([0, 0.004, 1234.5].map(squareKilometres)).toEqual(['0.00 km²', '0.00 km²', '1,234.50 km²']);
});

const nothing = { Available: 0, Underway: 0, Planned: 0 };
const area = {
  technology: 'Fibre',
  provider: null,
  before: nothing,
  after: { Available: 2, Underway: 1, Planned: 0.5 },
  gained: 3.5,
  lost: 0,
  unchanged: 0,
  altered: 0,
};

test('the area of a technology names the parts underway and planned, and the change', () => {
  const now = '3.50 km² (including 1.00 km² underway and 0.50 km² planned)';
  expect(areaChange(area)).toBe(`${now}, all new`);
  const changed = { before: { ...nothing, Available: 4 }, gained: 0.5, lost: 1, unchanged: 3, altered: 0.25 };
  expect(areaChange({ ...area, ...changed })).toBe(
    `${now}; gained 0.50 km², lost 1.00 km², unchanged 3.00 km² (0.25 km² by other offers)`,
  );
  expect([null, 'One'].map((provider) => areaName({ ...area, provider }))).toEqual(['Fibre', 'Fibre of One']);
});

test('losses are shown as shares, and in detail with their areas', () => {
  const losses = ['Fibre', 'ADSL'].map((technology) => ({ technology, lost: 1, before: 4 }));
  expect(lossWords(losses)).toBe('25.0 % of Fibre’s area and 25.0 % of ADSL’s area');
  expect(lossWords([])).toBe('');
  expect(lossDetails(losses.slice(1))).toBe('25.0 % of ADSL’s area (1.00 km² of 4.00 km²)');
});
