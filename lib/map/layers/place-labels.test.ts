import { expect, test } from 'vitest';
import { chooseLabels, labelZoomAt, type PlaceLabel, parseLabels, partsLast } from './place-labels.ts';

const label = (name: string, longitude: number, latitude = -41, kind: PlaceLabel['kind'] = 'settlement') => ({
  name,
  latitude,
  longitude,
  kind,
  isMaori: false,
});
/** A hundred pixels a degree. */
const pixelOf = ({ latitude, longitude }: PlaceLabel) => ({ x: 100 * longitude, y: -100 * latitude });
const chosen = (...labels: PlaceLabel[]) => chooseLabels(labels, pixelOf).map(({ name }) => name);

test('the more important of two names that would touch is written', () => {
  expect(chosen(label('Karori', 174.7), label('Northland', 174.8), label('Porirua', 176))).toEqual([
    'Karori',
    'Porirua',
  ]);
});

test('names above each other do not touch', () => {
  expect(chosen(label('Karori', 174.7), label('Wilton', 174.7, -41.3))).toEqual(['Karori', 'Wilton']);
});

test('a place is written once, with or without macrons', () => {
  expect(chosen(label('Whangārei', 174.32, -35.72), label('Whangarei', 174.38, -35.79))).toEqual(['Whangārei']);
  expect(chosen(label('Eastbourne', 174, -41), label('Eastbourne', 176, -45))).toHaveLength(2);
});

test('no two chosen names overlap, however many there are', () => {
  const labels = Array.from({ length: 400 }, (_, at) =>
    label(`Place ${at}`, 170 + ((at * 37) % 200) / 50, -40 - at / 100),
  );
  const boxes = chooseLabels(labels, pixelOf).map((shown) => ({ ...pixelOf(shown), width: shown.name.length * 6.6 }));
  expect(boxes.length).toBeGreaterThan(20);
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
      const touches = Math.abs(one.x - other.x) < (one.width + other.width) / 2 && Math.abs(one.y - other.y) < 16;
      expect(touches).toBe(false);
    }
  }
});

test.each([
  [5, undefined],
  [8, 8],
  [9.75, 8],
  [11, 10],
  [14, 14],
  [18, 14],
])('at zoom %d the names are those of zoom %s', (zoom, tileZoom) => expect(labelZoomAt(zoom)).toBe(tileZoom));

test('what is not a tile of names is empty', () => {
  expect(parseLabels({ labels: [['Karori', -41.28, 174.73, 'settlement', 0], ['no point'], null] })).toEqual([
    label('Karori', 174.73, -41.28),
  ]);
  expect(parseLabels({ error: 'no' })).toEqual([]);
});

test('a place has the room before its parts', () => {
  const names = ['Karori West', 'Te Aro', 'Island Bay', 'Karori'].map((name) => label(name, 174));
  expect(partsLast(names).map(({ name }) => name)).toEqual(['Te Aro', 'Island Bay', 'Karori', 'Karori West']);
});
