import { expect, test } from 'vitest';
import { faultWords, refusalOf } from '#tests/support/refusals.ts';
import { type ImportMode, type LayerName, layersToKeep } from './layer-plan.ts';

function layer(text: string): LayerName {
  const [technology = '', provider = '', delivery = ''] = text.split(' ');
  return { technology, provider, delivery };
}

const published = ['Fibre One towns', 'Fibre Two towns', 'Fibre Two farms', 'ADSL One towns'];

test.each<[mode: ImportMode, incoming: string[], kept: string[]]>([
  ['join', ['Cable One towns'], published],
  ['join', ['ADSL Two towns'], published],
  ['join', [], published],
  ['add', ['Fibre One farms'], published],
  ['add', ['Cable One towns'], published],
  ['replace', ['Fibre One towns'], ['Fibre Two towns', 'Fibre Two farms', 'ADSL One towns']],
  ['replace', ['Fibre One later'], ['Fibre Two towns', 'Fibre Two farms', 'ADSL One towns']],
  ['replace', ['Fibre Two farms'], ['Fibre One towns', 'Fibre Two towns', 'ADSL One towns']],
  ['replace', ['Fibre One towns', 'ADSL One towns'], ['Fibre Two towns', 'Fibre Two farms']],
  ['replace', ['Cable One towns'], published],
  ['replace all', ['Cable One towns'], []],
])('mode "%s" with %j keeps %j', (mode, incoming, kept) => {
  expect(layersToKeep(published.map(layer), incoming.map(layer), mode)).toEqual(kept.map(layer));
});

test.each<[mode: ImportMode, incoming: string, where: string, message: string]>([
  [
    'join',
    'Fibre One towns',
    'Fibre of One',
    'There is already a layer (delivery "towns"). Use --replace to replace it, or --add to keep both.',
  ],
  [
    'join',
    'Fibre Two more',
    'Fibre of Two',
    'There is already a layer (delivery "towns", "farms"). Use --replace to replace it, or --add to keep both.',
  ],
  [
    'add',
    'Fibre Two farms',
    'Fibre of Two',
    'There is already a delivery named "farms". Use --replace to replace it, or --delivery to give this one another name.',
  ],
  [
    'replace',
    'Fibre Two more',
    'Fibre of Two',
    'There are several deliveries ("towns", "farms"), and none is named "more". Use --delivery to name the one to replace.',
  ],
])('mode "%s" with %s is refused as ambiguous', (mode, incoming, where, message) => {
  const { reason, faults } = refusalOf(() => layersToKeep(published.map(layer), [layer(incoming)], mode));
  expect({ reason, faults: faultWords(faults) }).toEqual({
    reason: { code: 'layers-unclear' },
    faults: [{ where, message }],
  });
});
