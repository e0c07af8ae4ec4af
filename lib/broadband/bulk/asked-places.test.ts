import { expect, test } from 'vitest';
import { apiSentence } from '#lib/words/api.ts';
import { placesOfCsv } from './asked-places.ts';

function read(text: string): unknown {
  const places = placesOfCsv(text);
  if ('code' in places) return places;
  const at = (place: number) => (places.kind === 'points' ? places.textsOf(place) : places.textAt(place));
  return { kind: places.kind, asked: Array.from({ length: places.count }, (_, place) => at(place)) };
}

const both = ['12 Rātā Street, Naenae', '3 Kōwhai Road'];

test.each<[title: string, text: string]>([
  ['one column', `address\n${both[0]}\n${both[1]}\n`],
  ['quotation marks', `"Address"\r\n"${both[0]}"\r\n"${both[1]}"\r\n`],
  ['a byte order mark', `\ufeffaddress\n${both[0]}\n${both[1]}`],
  ['another usual name', `Full_Address\n${both[0]}\n${both[1]}\n`],
  ['a separator as Excel declares it', `\ufeffsep=;\r\nfull address\r\n${both[0]}\r\n${both[1]}\r\n`],
  ['semicolons', `id;address\n1;${both[0]}\n2;${both[1]}\n`],
  ['tabs, in another order', `Street address\tCustomer\n${both[0]}\tA\n${both[1]}\tB\n`],
  ['commas', `customer,address,since\nA,"${both[0]}",2020\n"B, C",${both[1]},2021\n`],
  ['empty lines around the names', `\n\nsep=,\n\naddress\n${both[0]}\n${both[1]}\n\n`],
])('addresses in CSV are read as people write them: %s', (_, text) => {
  expect(read(text)).toEqual({ kind: 'texts', asked: both });
});

test.each<[text: string, kind: string, asked: unknown[]]>([
  ['Address_ID\n1\n2\n', 'ids', ['1', '2']],
  ['address;address_id\na;1\n', 'ids', ['1']],
  ['addressId\t#\n1\t1\n', 'ids', ['1']],
  ['address,lat,lng\na,-41,174\n', 'points', [{ y: '-41', x: '174' }]],
  ['-41,174\n', 'points', [{ y: '-41', x: '174' }]],
  ['address\n"12 ""A"" Road"\n\nb\n', 'texts', ['12 "A" Road', '', 'b']],
  ['id,address\n1,a, b\n2,c\n', 'texts', [{ code: 'address-line-columns', found: 3, expected: 2 }, 'c']],
])('the first line says what is asked: %j', (text, kind, asked) => {
  expect(read(text)).toEqual({ kind, asked });
});

test('the error says that an address with commas needs quotation marks', () => {
  expect(apiSentence({ code: 'address-line-columns', found: 3, expected: 2 })).toBe(
    'The line has 3 values, but the first line names 2 columns: put an address with commas in quotation marks.',
  );
});

test('nothing, and too much, is refused whatever the head is', () => {
  expect(read('sep=;\naddress\n')).toEqual({ code: 'no-addresses' });
  const rows = 'a;-41;174\n'.repeat(10_000);
  for (const [head, code] of [
    ['sep=;\n\naddress;b;c\n', 'too-many-addresses'],
    ['sep=;\n\na;lat;lng\n', 'too-many-points'],
  ] as const) {
    expect(placesOfCsv(head + rows)).toMatchObject({ count: 10_000 });
    expect(placesOfCsv(`${head}${rows}a;-41;174\n`)).toMatchObject({ code });
  }
});
