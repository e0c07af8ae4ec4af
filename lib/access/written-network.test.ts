import { describe, expect, test } from 'vitest';
import { wordsOf } from '#tests/support/refusals.ts';
import { maxLines, noteFault, parseNetworkLines } from './written-network.ts';

const faultOf = (line: string) => {
  const { entries, faults } = parseNetworkLines(line);
  return { entries: entries.length, words: faults.map(({ reason }) => wordsOf(reason)) };
};

describe('a line that is a range or has a mask is refused, and the networks it is are offered', () => {
  test.each([
    ['192.0.2.16–192.0.2.31', '192.0.2.16–192.0.2.31 is 192.0.2.16/28: use that.'],
    ['192.0.2.16 - 192.0.2.31', '192.0.2.16 - 192.0.2.31 is 192.0.2.16/28: use that.'],
    ['192.0.2.16-31', '192.0.2.16-31 is 192.0.2.16/28: use that.'],
    ['192.0.2.16 to 192.0.2.31', '192.0.2.16 to 192.0.2.31 is 192.0.2.16/28: use that.'],
    ['192.0.2.16 — .31', '192.0.2.16 — .31 is 192.0.2.16/28: use that.'],
    ['2001:db8:: - 2001:db8::ffff', '2001:db8:: - 2001:db8::ffff is 2001:db8::/112: use that.'],
    ['192.0.2.0 255.255.255.0', '192.0.2.0 255.255.255.0 is 192.0.2.0/24: use that.'],
    ['192.0.2.0/255.255.255.128', '192.0.2.0/255.255.255.128 is 192.0.2.0/25: use that.'],
    ['192.0.2.16 0.0.0.15', '192.0.2.16 0.0.0.15 is 192.0.2.16/28: use that.'],
    ['192.0.2.128 /25', '192.0.2.128 /25 is 192.0.2.128/25: use that.'],
    [
      '192.0.2.10 - 192.0.2.20',
      '192.0.2.10 - 192.0.2.20 is 192.0.2.10/31, 192.0.2.12/30, 192.0.2.16/30, 192.0.2.20/32: write each on a line of its own.',
    ],
    ['0.0.0.0 - 255.255.255.255', '0.0.0.0 - 255.255.255.255 is 0.0.0.0/0: use that.'],
  ])('%s', (line, words) => {
    expect(faultOf(line)).toEqual({ entries: 0, words: [words] });
  });
});

describe('a note that is more addresses is a fault of its line', () => {
  test.each([
    '192.0.2.1, 192.0.2.2, 198.51.100.0/24',
    '192.0.2.1\t192.0.2.9',
    '192.0.2.1;192.0.2.9',
    '192.0.2.1 and 192.0.2.9',
    '192.0.2.1 # was 192.0.2.9',
    '192.0.2.1 office (2001:db8::7)',
    '192.0.2.1 mask 255.255.255.7',
    '192.0.2.1 0xffffff00',
    '192.0.2.1 /25 head office',
    '192.0.2.1 - 300',
    '192.0.2.100 - Head office',
    '192.0.2.20 - 110 - 130',
    '192.0.2.1, 2, 3',
    '192.0.2.1, .2',
    '192.0.2.1 up to .20',
    '192.0.2.1 office, plus .7',
    '192.0.2.1 to the end',
    '192.0.2.1 and others',
    '192.0.2.1 １９２．０．２．９',
    '192.0.2.1 192.0.\u200b2.9',
    '192.0.2.1 192.0.2.*',
    '192.0.2.9 - 192.0.2.1',
  ])('%s', (line) => {
    expect(faultOf(line)).toEqual({ entries: 0, words: [expect.stringContaining('after the network is more')] });
  });
});

test.each([
  ['Head office, Wellington'],
  ['Tory St – level 3'],
  ['NOC 24/7'],
  ['2nd line, 12:30 to 17:00'],
  ['Tonga'],
  ['Andrew'],
  ['router 00:11:22:33:44:55'],
  ['rack 7'],
  ['v1.2.3'],
  ['mast of 0.5 m'],
  [''],
])('a note in words is kept: %s', (note) => {
  expect(noteFault(note)).toBeUndefined();
});

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
