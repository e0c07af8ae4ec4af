import { expect, test } from 'vitest';
import { addressWordsOf, foldAddress, isRange, streetPositionOf, typedAddressOf } from './address-text.ts';

test.each([
  ['12 Queen St', '12 quen st'],
  ['Flat 3, 12A Queen St', '3 12a quen st'],
  ['3/12A Queen St', '3 12a quen st'],
  ['Apt. 4, 12 Queen St', '4 12 quen st'],
  ['No. 12 Queen St', '12 quen st'],
  ['#5 12 Queen St', '5 12 quen st'],
  ['Flat B, 12 Queen St', '12b quen st'],
  ['B/12 Queen St', '12b quen st'],
  ['Unit 2B, 12 Queen St', '2b 12 quen st'],
  ['Level 2, 5 Custom Street', '2level 5 custom stret'],
  ['L2 5 Custom Street', '2level 5 custom stret'],
  ['L2/5 Custom Street', '2level 5 custom stret'],
  ['Ground Floor, 5 Custom Street', '0level 5 custom stret'],
  ['Level 3, Suite 4, 5 Custom Street', '3level 4 5 custom stret'],
  ['Suite 4, Level 3, 5 Custom Street', '3level 4 5 custom stret'],
  ['5 Custom Street, Level 2, Auckland', '2level 5 custom stret auckland'],
  ['5 Custom Street L2', '2level 5 custom stret'],
  ['2nd Floor, 5 Custom Street', '2level 5 custom stret'],
  ['Second Floor 5 Custom Street', '2level 5 custom stret'],
  ['12A Queen St, Flat 3', '3 12a quen st'],
  ['12A Queen St #3', '3 12a quen st'],
  ['12 Queen St, Flat B', '12b quen st'],
  ['12 Queen St Apt 1205', '1205 12 quen st'],
  ['12Queen St', '12 quen st'],
  ['１２ Ｑueen St', '12 quen st'],
  ['2 23rd Avenue', '2 twenty third avenue'],
  ['2 Twenty-third Avenue', '2 twenty third avenue'],
  ['12 Level Road', '12 level road'],
  ['12 Villa Grove', '12 villa grove'],
  ['1A-7A Puka Place', '1a 7a puka place'],
  ['3 slash 12A Queen St', '3 12a quen st'],
  ['12 to 14 Queen St', '12 14 quen st'],
  ['Unit No. 3, 12A Queen St', '3 12a quen st'],
  ['Property address: 12 Queen St', '12 quen st'],
  ['12 Queen Street behind the shops', '12 quen stret behind the shops'],
  ['1432 SH1, Warkworth', '1432 state highway 1 warkworth'],
  ['1432 SH 1 Warkworth', '1432 state highway 1 warkworth'],
  ['1432 State Hwy 1 Warkworth', '1432 state highway 1 warkworth'],
  ['1432 S.H.1 Warkworth', '1432 state highway 1 warkworth'],
])('%j is searched as %j, typed or listed', (text, folded) => {
  expect(foldAddress(text)).toBe(folded);
  expect(typedAddressOf(text).folded).toBe(folded);
});

test.each([
  ['12 Queen Street, Auckland 1010', '12 quen stret auckland', '1010'],
  ['12 Queen Street, Auckland 1010, New Zealand', '12 quen stret auckland', '1010'],
  ['12 Queen Street 1010 Auckland', '12 quen stret auckland', '1010'],
  ['123 Smith Road, RD 2, Kaikohe 0472', '123 smith road kaikohe', '0472'],
  ['123 Smith Rd RD2 Kaikohe', '123 smith rd kaikohe', undefined],
  ['123 Smith Road, R.D. 2', '123 smith road', undefined],
  ['123 Smith Road, RD No. 2, South Island', '123 smith road', undefined],
  ['12 Queen Street, Auckland, Aotearoa / New Zealand.', '12 quen stret auckland', undefined],
  ['1432 State Highway 1, Warkworth 0910', '1432 state highway 1 warkworth', '0910'],
  ['1010 Great North Road', '1010 great north road', undefined],
  ['Wellington 6011', 'wellington', '6011'],
])('the postcode and the delivery of %j are not words of its street', (text, folded, postcode) => {
  expect(typedAddressOf(text)).toEqual({ folded, postcode });
});

test.each([
  ['Ground Level Track', 'ground level track'],
  ['Level Valley', 'level valley'],
  ['Flat Hill', 'flat hill'],
  ['Second Floor Cave', 'second flor cave'],
])('%j is no address, so its words are kept', (text, folded) => {
  expect(typedAddressOf(text).folded).toBe(folded);
});

test('an address has numbers, then words', () => {
  expect(addressWordsOf(['3', '12a', 'quen', 'st'])).toEqual({ numbers: ['3', '12a'], street: ['quen', 'st'] });
  expect(addressWordsOf(['12'])).toBeUndefined();
  expect(addressWordsOf(['quen', 'st', '12'])).toBeUndefined();
});

test.each([
  ['12 Rātā Street, Naenae', 'Rātā Street, Naenae', 12, 12],
  ['2/12A Rātā Street, Naenae', 'Rātā Street, Naenae', 12, 12],
  ['Flat 2, 12A Rātā Street, Naenae', 'Rātā Street, Naenae', 12, 12],
  ['B/12 Rātā Street, Naenae', 'Rātā Street, Naenae', 12, 12],
  ['1A-7A Puka Place, Inglewood', 'Puka Place, Inglewood', 1, 7],
  ['1A - 7A Puka Place, Inglewood', 'Puka Place, Inglewood', 1, 7],
  ['Level 2, 5 Custom Street, Auckland Central, Auckland', 'Custom Street, Auckland Central, Auckland', 5, 5],
  ['Level 3, Suite 4, 5 Custom Street, Auckland', 'Custom Street, Auckland', 5, 5],
  ['5 Custom Street, Level 2, Auckland', 'Custom Street, Auckland', 5, 5],
  ['1432 State Highway 1, Warkworth', 'State Highway 1, Warkworth', 1432, 1432],
  ['12 1st Avenue, Tauranga', '1st Avenue, Tauranga', 12, 12],
])('%j is on %j', (name, street, from, to) => {
  expect(streetPositionOf(name)).toEqual({ street, from, to });
});

test.each(['Rātā Street, Naenae', '12', ''])('%j is at no number of a street', (name) => {
  expect(streetPositionOf(name)).toBeUndefined();
});

test.each([
  ['12-14 Victoria Avenue', true],
  ['1A – 7A Puka Place', true],
  ['12 to 14 Victoria Avenue', true],
  ['12/14 Victoria Avenue', false],
  ['Unit 12-14 Victoria Avenue', false],
  ['14 Victoria Avenue', false],
])('the numbers of %j are those of several houses: %j', (text, isOfSeveral) => {
  expect(isRange(text)).toBe(isOfSeveral);
});
