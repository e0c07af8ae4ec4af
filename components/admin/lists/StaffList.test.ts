import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readList, type SearchParams } from './list-state.ts';
import { StaffList } from './StaffList.tsx';

interface Registrar {
  readonly id: number;
  readonly name: string;
  readonly contact: string;
  readonly networks: number;
}

const kauri: Registrar = { id: 7, name: 'Kauri', contact: '', networks: 1234 };

/** The markup of a list at a URL. */
function markupOf(params: SearchParams, rows: readonly Registrar[], mayAdd = false): string {
  const list = readList(params, {
    path: '/admin/registrars',
    what: 'registrars',
    sorts: ['name', 'networks'],
    filters: {
      search: { label: 'Search' },
      state: { label: 'State', choices: { on: 'Enabled', off: 'Disabled' } },
      from: { label: 'From (day)', type: 'date' },
    },
  });
  const element = createElement(StaffList<Registrar>, {
    list,
    columns: [
      { key: 'name', title: 'Registrar', href: ({ id }) => `/admin/registrars/${id}`, render: ({ name }) => name },
      { key: 'contact', title: 'Contact', render: ({ contact }) => contact },
      { key: 'networks', title: 'Networks', isNumber: true, render: ({ networks }) => networks },
    ],
    page: { rows, total: rows.length },
    empty: 'There are no registrars yet.',
    first: { href: '/admin/registrars/new', mayAdd },
  });
  return renderToStaticMarkup(createElement(MantineProvider, null, element));
}

test('rows link to their page, numbers have separators, and an empty value is a dash', () => {
  const markup = markupOf({}, [kauri]);
  expect(markup).toContain('<a href="/admin/registrars/7">Kauri</a>');
  expect(markup).toMatch(/<td[^>]*>–<\/td>/);
  expect(markup).toMatch(/<td[^>]*>1,234<\/td>/);
  expect(markup).toContain('1–1 of 1');
});

test('only sortable columns link to another order; the current one is marked', () => {
  const markup = markupOf({ sort: '-name' }, [kauri]);
  expect(markup).toMatch(/aria-sort="descending"[^>]*><a [^>]*href="\/admin\/registrars\?sort=name">Registrar/);
  expect(markup).toContain('href="/admin/registrars?sort=networks"');
  expect(markup).toMatch(/<th[^>]*>Contact<\/th>/);
});

test('filters are fields with the values of the URL, and keep the order', () => {
  const markup = markupOf({ search: 'kau', state: 'off', sort: '-name' }, [kauri]);
  expect(markup).toMatch(/name="search"[^>]*value="kau"/);
  expect(markup).toContain('<option value="off" selected="">Disabled</option>');
  expect(markup).toContain('<input type="hidden" name="sort" value="-name"/>');
});

test('an empty list says what to do next, without filters', () => {
  expect(markupOf({}, [])).not.toContain('<form');
  // by which a screen gives it a row of its own beside a long list
  expect(markupOf({}, [])).toContain('data-empty');
  expect(markupOf({}, [kauri])).not.toContain('data-empty');
  expect(markupOf({}, [])).toContain('There are no registrars yet. An editor can add the first one.');
  expect(markupOf({}, [], true)).toContain('<a href="/admin/registrars/new">Add the first one</a>');
});

test('a filter without matches stays, and leads back to all rows', () => {
  const markup = markupOf({ search: 'x' }, []);
  expect(markup).toContain('No registrars match. <a href="/admin/registrars">Show all registrars</a>');
  expect(markup).toContain('<form');
});

test('what is not a day of the calendar is refused at its field, and not taken for a filter', () => {
  const markup = markupOf({ from: '31/2/2026' }, []);
  expect(markup).toContain(
    'Enter a day of the calendar from the year 2000 on, such as 23/11/2026. The list is not filtered by this.',
  );
  expect(markup).toMatch(/<input[^>]*aria-invalid="true"[^>]*name="from"[^>]*value="31\/2\/2026"/);
  expect(markup).not.toContain('No registrars match');
});

test('the columns that are chosen are shown, and the first always; filters keep the choice', () => {
  const markup = markupOf({ columns: ['networks'], search: 'kau' }, [kauri]);
  expect(markup).toContain('data-title="Registrar"');
  expect(markup).toContain('data-title="Networks"');
  expect(markup).not.toContain('data-title="Contact"');
  expect(markup).toContain('<input type="hidden" name="columns" value="networks"/>');
  expect(markup).toContain(
    'href="/admin/registrars?search=kau&amp;sort=name&amp;columns=contact&amp;columns=networks"',
  );
});

test('columns that do not exist leave the list as it is', () => {
  expect(markupOf({ columns: 'password' }, [kauri])).toContain('data-title="Contact"');
});

test.each([
  [7, 0],
  [8, 2],
])('of %i rows a phone hides %i behind a button, and never a single one', (count, hidden) => {
  const markup = markupOf(
    {},
    Array.from({ length: count }, (_, id) => ({ ...kauri, id })),
  );
  expect(markup.match(/<tr data-more/g) ?? []).toHaveLength(hidden);
  expect(markup.includes('more row')).toBe(hidden > 0);
});

test('a page beyond the last leads back to the first', () => {
  expect(markupOf({ page: '9' }, [])).toContain('<a href="/admin/registrars?sort=name">Go to the first page</a>');
});
