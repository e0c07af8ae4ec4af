import { expect, test } from 'vitest';
import { VarintReader, VarintWriter } from './varint.ts';

test.each([
  [0, [0]],
  [127, [127]],
  [128, [128, 1]],
  [300, [172, 2]],
  [2 ** 31, [128, 128, 128, 128, 8]],
  [2 ** 32 - 1, [255, 255, 255, 255, 15]],
])('unsigned %d is written and read back', (value, bytes) => {
  const writer = new VarintWriter();
  writer.unsigned(value);
  const written = writer.take();
  expect([...written]).toEqual(bytes);
  expect(new VarintReader(written).unsigned()).toBe(value);
});

test.each([
  [0, [0]],
  [-1, [1]],
  [1, [2]],
  [-64, [127]],
  [64, [128, 1]],
  [2 ** 31 - 1, [254, 255, 255, 255, 15]],
  [-(2 ** 31), [255, 255, 255, 255, 15]],
])('signed %d is written and read back', (value, bytes) => {
  const writer = new VarintWriter();
  writer.signed(value);
  const written = writer.take();
  expect([...written]).toEqual(bytes);
  expect(new VarintReader(written).signed()).toBe(value);
});

test('many numbers are written in a row and read back', () => {
  const writer = new VarintWriter();
  for (let value = 0; value < 5000; value++) writer.signed(-value);
  const reader = new VarintReader(writer.take());
  for (let value = 0; value < 5000; value++) expect(reader.signed()).toBe(0 - value);
  expect(reader.offset).toBe(reader.bytes.length);
  expect(writer.take()).toHaveLength(0);
});
