import { expect, test } from 'vitest';
import { foldAddress } from './address-text.ts';
import { clearAddress } from './typed-address.ts';

const named = (...names: string[]) => names.map((name) => ({ name, folded: foldAddress(name) }));
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
  ['12 Rata Street, Naenae, Lower Hutt 5011', street, '12 Rātā Street, Naenae, Lower Hutt'],
  ['12 Rata St, RD 2, Naenae, Lower Hutt', street, '12 Rātā Street, Naenae, Lower Hutt'],
  [
    '123 Smith Road, RD 2, Kaikohe 0472',
    named('123 Smith Road, Kaikohe', '123 Smith Road, Levin'),
    '123 Smith Road, Kaikohe',
  ],
  ['1432 SH1, Warkworth 0910', named('1432 State Highway 1, Warkworth'), '1432 State Highway 1, Warkworth'],
  [
    'L2/5 Custom St',
    named('Level 2, 5 Custom Street, Auckland', '5 Custom Street, Auckland'),
    'Level 2, 5 Custom Street, Auckland',
  ],
  [
    '5 Custom St, Level 2, Auckland',
    named('Level 2, 5 Custom Street, Auckland', '5 Custom Street, Auckland'),
    'Level 2, 5 Custom Street, Auckland',
  ],
  ['12 Rata St, Flat 3', street, undefined],
  ['8 5th Ave, Tauranga', named('8 Fifth Avenue, Tauranga'), '8 Fifth Avenue, Tauranga'],
  ['1A-7A Puka Pl', named('1A-7A Puka Place, Inglewood'), '1A-7A Puka Place, Inglewood'],
  ['12/14 Victoria Ave', named('12-14 Victoria Avenue, Whanganui'), undefined],
  ['12 to 14 Victoria Ave', named('12-14 Victoria Avenue, Whanganui'), '12-14 Victoria Avenue, Whanganui'],
  ['12 Rata', named('12 Rātā Street, Naenae'), undefined],
  ['1 Wellington', named('1 Wellington Street, Ponsonby'), undefined],
  ['5 Saint Johns Road', named('5 St Johns Road, Avonhead', '1/5 Saint Johns Road, Meadowbank'), undefined],
  ['5 St Johns Rd', named('5 St Johns Road, Avonhead', '1/5 St Johns Road, Avonhead'), '5 St Johns Road, Avonhead'],
  ['1/5 St Johns Rd', named('1/5 St Johns Road, Avonhead', '5 St Johns Road, Karori'), '1/5 St Johns Road, Avonhead'],
  ['18 SH6', named('18 SH 6, Haast'), '18 SH 6, Haast'],
  ['4 Mount Pleasant Rd', named('4 Mt Pleasant Road, Christchurch'), '4 Mt Pleasant Road, Christchurch'],
])('N17: %j clearly means one of the found addresses, or none', (typed, found, meant) => {
  expect(clearAddress(typed, found)?.name).toBe(meant);
});
