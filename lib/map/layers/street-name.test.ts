import { expect, test } from 'vitest';
import { streetLine } from './address-tile.ts';
import { type Box, boxAround, placeStreetName } from './street-name.ts';

const side = 512;
const width = 80;
/** Ten houses on each side of a street, 24 pixels apart, in a direction. */
const houses = (angle: number) =>
  Array.from({ length: 20 }, (_, at) => {
    const [along, across] = [((at >> 1) - 4.5) * 20, at % 2 === 0 ? -12 : 12];
    return {
      x: 256 + along * Math.cos(angle) - across * Math.sin(angle),
      y: 256 + along * Math.sin(angle) + across * Math.cos(angle),
    };
  });
/** A number to the right of each house. */
const numbersOf = (places: ReturnType<typeof houses>): Box[] =>
  places.map(({ x, y }) => ({ left: x + 5, right: x + 17, top: y - 6, bottom: y + 6 }));
const isOver = (one: Box, other: Box) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

test.each([0, 0.5, 1.2, -1.2, Math.PI / 2])('a street that runs at %d radians has its name on no number', (angle) => {
  const places = houses(angle);
  const taken = numbersOf(places);
  const placed = placeStreetName(streetLine(places), width, side, taken);
  expect(placed).toBeDefined();
  expect(placed?.boxes.some((box) => taken.some((other) => isOver(box, other)))).toBe(false);
});

test('without anything in its way a name is in the middle of its houses', () => {
  expect(placeStreetName(streetLine(houses(0)), width, side, [])).toMatchObject({ x: 256, y: 256, angle: 0 });
});

test('a name without room, or one that would leave its tile, is not written', () => {
  expect(placeStreetName(streetLine(houses(0)), width, side, [boxAround({ x: 256, y: 256 }, 100)])).toBeUndefined();
  expect(placeStreetName(streetLine(houses(0)), width, 60, [])).toBeUndefined();
});
