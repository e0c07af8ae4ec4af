import { expect, test } from 'vitest';
import { mostLines, parseNetworkLines } from './network-lines.ts';

const read = (text: string) => {
  const { entries, faults } = parseNetworkLines(text);
  return { entries: entries.map(({ line, network, note }) => [line, network.text, note]), faults };
};

test('one network a line, a note behind it, empty lines and remarks left out', () => {
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

test('every fault is told with its line', () => {
  expect(read('192.0.2.7/24\n11.0.0.0/7\n203.0.113.9\nnobody\n203.0.113.9/32').faults).toEqual([
    {
      line: 1,
      sentence:
        '192.0.2.7/24 is not the start of a network: write 192.0.2.0/24 for the whole network, or 192.0.2.7/32 for the one address.',
    },
    { line: 2, sentence: expect.stringContaining('11.0.0.0/7 is not the start of a network') },
    { line: 4, sentence: expect.stringContaining('"nobody" is not an IP address or network') },
    { line: 5, sentence: '203.0.113.9/32 stands on line 3 already.' },
  ]);
});

test('a very large network is refused among many', () => {
  expect(read('0.0.0.0/0').faults).toEqual([
    {
      line: 1,
      sentence:
        '0.0.0.0/0 is very large: an IPv4 prefix is normally /8 or longer. Add it by itself, where you are asked to confirm it.',
    },
  ]);
});

test(`more than ${mostLines} networks are refused`, () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `10.0.${at >> 8}.${at & 255}`).join('\n');
  expect(read(lines(mostLines)).faults).toEqual([]);
  expect(read(lines(mostLines + 1)).faults).toEqual([
    { line: 1001, sentence: 'These are 1001 networks; paste at most 1000 at once.' },
  ]);
});
