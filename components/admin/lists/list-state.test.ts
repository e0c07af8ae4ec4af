import { describe, expect, test } from 'vitest';
import { listHref, parseListState, type SearchParams } from './list-state.ts';

const kind = { path: '/admin/staff', sortable: ['email', 'role'], filters: ['q'] } as const;

describe('the state of a list in the address', () => {
  test.each<[string, SearchParams, string]>([
    ['nothing said: the first page in the first order', {}, '/admin/staff?sort=email'],
    ['all said', { q: ' jo ', sort: '-role', page: '3' }, '/admin/staff?q=jo&sort=-role&page=3'],
    ['an order that does not exist', { sort: 'password' }, '/admin/staff?sort=email'],
    ['a page that is no number', { page: '1e3' }, '/admin/staff?sort=email'],
    ['page 0', { page: '0' }, '/admin/staff?sort=email'],
    ['a filter given twice', { q: ['a', 'b'] }, '/admin/staff?sort=email'],
    ['a filter that does not exist', { secret: 'x' }, '/admin/staff?sort=email'],
  ])('%s', (_case, params, href) => {
    const state = parseListState(params, kind);
    expect(listHref(state, { page: state.page })).toBe(href);
  });

  test('a change of order goes back to the first page and keeps the filters', () => {
    const state = parseListState({ q: 'a&b', page: '4' }, kind);
    expect(listHref(state, { sort: 'role', isDescending: true })).toBe('/admin/staff?q=a%26b&sort=-role');
  });

  test('a list may begin with the newest', () => {
    expect(parseListState({}, { ...kind, startsDescending: true }).isDescending).toBe(true);
  });
});
