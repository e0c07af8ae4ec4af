import { expect, test } from 'vitest';
import { pageOfRegistrars } from '#db/access/registrars.ts';
import { registrar } from '#db/access/schema.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';

const names = ['Kererū Names', 'Kereru Hosting', 'Tūī [x]*', '100 % Ākina_', 'Plain'];

test.each([
  ['kereru', ['Kereru Hosting', 'Kererū Names']],
  ['KERERŪ', ['Kereru Hosting', 'Kererū Names']],
  ['kereru\u0304', ['Kereru Hosting', 'Kererū Names']],
  ['akina', ['100 % Ākina_']],
  ['tui [x]*', ['Tūī [x]*']],
  ['[u]', []],
  ['% a', ['100 % Ākina_']],
  ['_', ['100 % Ākina_']],
  ['k?r', []],
  ['ploin', []],
])('a search for %j finds names with and without macrons, and takes every sign for itself', (search, found) => {
  const { reader, writer } = freshDatabase();
  for (const name of names) writer.db.insert(registrar).values({ name, createdAt: 1 }).run();
  const wanted = { search, sort: 'name', descending: false, page: 1, pageSize: 9, state: undefined } as const;
  expect(pageOfRegistrars(reader, wanted).rows.map(({ name }) => name)).toEqual(found);
});
