import { expect, test } from 'vitest';
import { maxLines, parseNetworkLines } from './network-lines.ts';

const read = (text: string) => {
  const { entries, faults } = parseNetworkLines(text);
  return { entries: entries.map(({ line, network, note }) => [line, network.text, note]), faults };
};

test('one network a line, with a note after it; empty lines and comments are skipped', () => {
  const text =
    '192.0.2.7\r\n\n# a remark\n 198.51.100.0/24  Head office, Wellington\n2001:db8::/48,Branch\n203.0.113.9 # NOC';
  expect(read(text)).toEqual({
    entries: [
      [1, '192.0.2.7/32', ''],
      [4, '198.51.100.0/24', 'Head office, Wellington'],
      [5, '2001:db8::/48', 'Branch'],
      [6, '203.0.113.9/32', 'NOC'],
    ],
    faults: [],
  });
});

test('every fault has its line number', () => {
  expect(read('192.0.2.7/24\n11.0.0.0/7\n203.0.113.9\nnobody\n203.0.113.9/32').faults).toEqual([
    {
      line: 1,
      reason: { code: 'host-bits', address: '192.0.2.7/24', network: '192.0.2.0/24', single: '192.0.2.7/32' },
    },
    { line: 2, reason: expect.objectContaining({ code: 'host-bits', address: '11.0.0.0/7' }) },
    { line: 4, reason: { code: 'not-a-network', text: 'nobody' } },
    { line: 5, reason: { code: 'network-repeated', network: '203.0.113.9/32', line: 3 } },
  ]);
});

test('a very large network cannot be pasted with others', () => {
  expect(read('0.0.0.0/0').faults).toEqual([
    { line: 1, reason: { code: 'very-large-network', network: '0.0.0.0/0', family: 4, shortest: 8 } },
  ]);
});

test(`more than ${maxLines} networks are refused`, () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `10.0.${at >> 8}.${at & 255}`).join('\n');
  expect(read(lines(maxLines)).faults).toEqual([]);
  expect(read(lines(maxLines + 1)).faults).toEqual([
    { line: 1001, reason: { code: 'too-many-lines', count: 1001, most: 1000 } },
  ]);
});
