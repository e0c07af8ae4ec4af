import { expect, test } from 'vitest';
import { foldPlaceName } from './fold.ts';
import { clearAddress } from './typed-address.ts';

const named = (...names: string[]) => names.map((name) => ({ name, folded: foldPlaceName(name) }));
const street = named('12 Rātā Street, Naenae, Lower Hutt', '12A Rātā Street, Naenae, Lower Hutt');

test.each<[typed: string, found: ReturnType<typeof named>, meant: string | undefined]>([
  ['12 Rātā Street, Naenae, Lower Hutt', street, '12 Rātā Street, Naenae, Lower Hutt'],
  ['12 rata st naenae lower hutt', street, '12 Rātā Street, Naenae, Lower Hutt'],
  ['12 Rata St', street, '12 Rātā Street, Naenae, Lower Hutt'],
  ['12a Rata St', street, '12A Rātā Street, Naenae, Lower Hutt'],
  ['12', named('12 Rātā Street', '12 Tui Lane'), undefined],
  ['12 Rātā Street', named('12 Rātā Street', '12 Rātā Street, Naenae'), '12 Rātā Street'],
  ['12 Rātā Street', named('12 Rātā Street', '12 Rātā Street'), undefined],
  ['12 Rata Street', named('12 Rata Street, Naenae', '12 Rātā Street, Eketāhuna'), undefined],
  ['12 Rata Streat', street, undefined],
  ['2 Rata Street', street, undefined],
  ['Naenae', street, undefined],
  ['12 Rātā Str', street, undefined],
  ['', street, undefined],
  ['12 Rātā Street', [], undefined],
])('N17: %j clearly means one of the found addresses, or none', (typed, found, meant) => {
  expect(clearAddress(typed, found)?.name).toBe(meant);
});
