import { expect, test } from 'vitest';
import { type FiguresFacts, figuresWords } from './figures.ts';

const nothing: FiguresFacts = { isMeasured: false, isDrawn: false, canMeasure: true, job: undefined };
const running = {
  state: 'running',
  doing: 'Measuring areas',
  stage: 'measure-areas',
  left: 'about 20 seconds left',
} as const;
const waiting = { state: 'waiting', doing: 'Starts in a moment', stage: '', left: '' } as const;
const later = 'The map of this version is drawn after its figures are measured.';

test.each<[string, Partial<FiguresFacts>, figures: string, map: string]>([
  ['measuring', { job: running }, 'The figures are being measured: about 20 seconds left.', later],
  ['measuring, too early to say', { job: { ...running, left: '' } }, 'The figures are being measured.', later],
  ['waiting', { job: waiting }, 'The figures are not measured yet. Starts in a moment.', later],
  [
    'drawing',
    { isMeasured: true, job: { ...running, stage: 'draw-map' } },
    '',
    'The map of this version is being drawn: about 20 seconds left.',
  ],
  ['cancelled or failed', {}, 'The figures are not measured.', 'The map of this version is not drawn.'],
  ['complete', { isMeasured: true, isDrawn: true }, '', ''],
  ['too old to be measured', { isDrawn: true, canMeasure: false }, expect.stringMatching(/^The figures cannot be/), ''],
])('%s', (_state, facts, figures, map) => {
  expect(figuresWords({ ...nothing, ...facts })).toEqual({ figures, map });
});
