import { describe, expect, expectTypeOf, test } from 'vitest';
import { choicesOf, listHref, readList, type SearchParams } from './list-state.ts';

const description = {
  path: '/admin/staff',
  what: 'staff',
  sorts: ['email', 'role'],
  filters: { q: { label: 'Search' }, state: { label: 'State', choices: { on: 'Enabled', off: 'Disabled' } } },
} as const;

describe('the state of a list in the URL', () => {
  test.each<[string, SearchParams, string]>([
    ['nothing given: the first page in the first order', {}, '/admin/staff?sort=email'],
    [
      'everything given',
      { q: ' jo ', state: 'off', sort: '-role', page: '3' },
      '/admin/staff?q=jo&state=off&sort=-role&page=3',
    ],
    ['an order that does not exist', { sort: 'password' }, '/admin/staff?sort=email'],
    ['a page that is not a number', { page: '1e3' }, '/admin/staff?sort=email'],
    ['page 0', { page: '0' }, '/admin/staff?sort=email'],
    ['a filter given twice', { q: ['a', 'b'] }, '/admin/staff?sort=email'],
    ['a filter that does not exist', { secret: 'x' }, '/admin/staff?sort=email'],
    ['a choice that does not exist', { state: 'Enabled' }, '/admin/staff?sort=email'],
    ['a choice that every object has', { state: 'constructor' }, '/admin/staff?sort=email'],
    ['chosen columns', { columns: ['email', 'role', 'email'] }, '/admin/staff?sort=email&columns=email&columns=role'],
    ['one chosen column', { columns: 'role' }, '/admin/staff?sort=email&columns=role'],
    ['a column that can be none', { columns: 'a b' }, '/admin/staff?sort=email'],
  ])('%s', (_case, params, href) => {
    const { state } = readList(params, description);
    expect(listHref(state, { page: state.page })).toBe(href);
  });

  test('a change of order returns to the first page and keeps the filters', () => {
    const { state } = readList({ q: 'a&b', page: '4' }, description);
    expect(listHref(state, { sort: 'role', isDescending: true })).toBe('/admin/staff?q=a%26b&sort=-role');
  });

  test('a list may start with the newest', () => {
    expect(readList({}, { ...description, startsDescending: true }).query.descending).toBe(true);
    expect(readList({ sort: 'email' }, { ...description, startsDescending: true }).query.descending).toBe(false);
  });

  test('a list with a fixed order has a URL without it', () => {
    const { state } = readList({ sort: 'email' }, { path: '/admin/technologies', what: 'technologies' });
    expect(listHref(state, { page: 2 })).toBe('/admin/technologies?page=2');
  });
});

describe('a filter that cannot be applied', () => {
  const filters = {
    from: { label: 'From', type: 'date' },
    part: { label: 'Part', faultOf: (text: string) => (text === '?' ? ({ code: 'invalid' } as const) : undefined) },
  } as const;
  const read = (params: SearchParams) => readList(params, { path: '/admin/audit', what: 'changes', filters });

  test('is a fault with its text, and no part of the list or of its links', () => {
    for (const from of ['31/2/2026', 'yesterday', '2026-13-01', '23/11/26']) {
      const { faults, query, state } = read({ from, part: '?' });
      expect(faults).toEqual({
        from: { text: from, reason: { code: 'not-a-day' } },
        part: { text: '?', reason: { code: 'invalid' } },
      });
      expect(query).toMatchObject({ from: '', part: '' });
      expect(listHref(state, {})).toBe('/admin/audit?');
    }
  });

  test('is not a day as people type it, nor an empty one', () => {
    for (const from of ['28/2/2026', '28 Feb 2026', '2026-02-28', '']) {
      const { faults, query } = read({ from });
      expect([faults, query.from]).toEqual([{}, from]);
    }
  });
});

describe('the query for the database', () => {
  test('is typed by the description: a missing choice is undefined, a missing text is empty', () => {
    const { query } = readList({ page: '2' }, description);
    expect(query).toEqual({ sort: 'email', descending: false, page: 2, pageSize: 50, q: '', state: undefined });
    expectTypeOf(query.state).toEqualTypeOf<'on' | 'off' | undefined>();
    expectTypeOf(query.sort).toEqualTypeOf<'email' | 'role'>();
    expectTypeOf(query.q).toEqualTypeOf<string>();
  });

  test('has the values of the filters', () => {
    const given = { q: 'jo', state: 'on', sort: '-role' };
    expect(readList(given, description).query).toMatchObject({ q: 'jo', state: 'on', sort: 'role', descending: true });
    const list = readList({ who: 'a' }, { ...description, filters: { who: { label: '', choices: choicesOf(['a']) } } });
    expect(list.query.who).toBe('a');
  });
});
