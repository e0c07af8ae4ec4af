import { expect, test } from 'vitest';
import { Refusal, wordedFault } from '#lib/refusal.ts';
import { type ImportMode, type LayerName, layersThatStay } from './layer-plan.ts';

function layer(text: string): LayerName {
  const [technology = '', provider = '', delivery = ''] = text.split(' ');
  return { technology, provider, delivery };
}

const standing = ['Fibre One towns', 'Fibre Two towns', 'Fibre Two farms', 'ADSL One towns'];

test.each<[mode: ImportMode, incoming: string[], stay: string[]]>([
  ['join', ['Cable One towns'], standing],
  ['join', ['ADSL Two towns'], standing],
  ['join', [], standing],
  ['add', ['Fibre One farms'], standing],
  ['add', ['Cable One towns'], standing],
  ['replace', ['Fibre One towns'], ['Fibre Two towns', 'Fibre Two farms', 'ADSL One towns']],
  ['replace', ['Fibre One later'], ['Fibre Two towns', 'Fibre Two farms', 'ADSL One towns']],
  ['replace', ['Fibre Two farms'], ['Fibre One towns', 'Fibre Two towns', 'ADSL One towns']],
  ['replace', ['Fibre One towns', 'ADSL One towns'], ['Fibre Two towns', 'Fibre Two farms']],
  ['replace', ['Cable One towns'], standing],
  ['replace all', ['Cable One towns'], []],
])('%s of %j leaves %j', (mode, incoming, stay) => {
  expect(layersThatStay(standing.map(layer), incoming.map(layer), mode)).toEqual(stay.map(layer));
});

test.each<[mode: ImportMode, incoming: string, where: string, message: string]>([
  [
    'join',
    'Fibre One towns',
    'Fibre of One',
    'there is a layer already (delivery "towns"): choose --replace to replace it, or --add to keep both',
  ],
  [
    'join',
    'Fibre Two more',
    'Fibre of Two',
    'there is a layer already (delivery "towns", "farms"): choose --replace to replace it, or --add to keep both',
  ],
  [
    'add',
    'Fibre Two farms',
    'Fibre of Two',
    'there is a delivery named "farms" already: choose --replace to replace it, or name this one otherwise with --delivery',
  ],
  [
    'replace',
    'Fibre Two more',
    'Fibre of Two',
    'there are several deliveries, and none is named "more": say with --delivery which one to replace ("towns", "farms")',
  ],
])('%s of %s is refused, as it leaves open what is meant', (mode, incoming, where, message) => {
  expect(() => layersThatStay(standing.map(layer), [layer(incoming)], mode)).toThrow(
    new Refusal('The file’s layers cannot be told from those that stand; nothing was imported.', [
      wordedFault(where, message),
    ]),
  );
});
