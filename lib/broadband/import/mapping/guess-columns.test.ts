import { describe, expect, test } from 'vitest';
import type { FieldName } from '#lib/broadband/import/offers/offer-fields.ts';
import type { PropertyValue } from '#lib/broadband/import/source-feature.ts';
import { ColumnSurvey } from './column-survey.ts';
import { fittingColumns } from './guess-columns.ts';

/** Which of these columns are offered for a field; each column has the values of its features. */
function offered(field: FieldName, columns: Record<string, readonly PropertyValue[]>): string[] {
  const survey = new ColumnSurvey();
  const features = Math.max(...Object.values(columns).map(({ length }) => length));
  for (let at = 0; at < features; at++) {
    const entries = Object.entries(columns).flatMap(([name, values]) =>
      at < values.length ? [[name, values[at]] as const] : [],
    );
    survey.add({ properties: new Map(entries as [string, PropertyValue][]) });
  }
  return fittingColumns(field, survey.facts()).map(({ name }) => name);
}

const many = Array.from({ length: 60 }, (_, at) => `street ${at}`);
const file = {
  tech: ['FTTH', 'HFC'],
  operator: ['Kea Fibre', 'Tui Networks'],
  state: ['Live', 'Planned'],
  down: [900, 500],
  up: ['500', '100'],
  written: ['1 Gbps', '300 Mbps'],
  both: ['900/500', '300/100'],
  finished: ['2027-03-31', '31/03/2028'],
  half: ['Q3 2027', 'TBC'],
  link: ['https://kea.example/a', 'https://tui.example/b'],
  empty: ['', null],
  street: many,
};

describe('a field is offered only columns whose values fit', () => {
  test.each<[FieldName, string[]]>([
    ['bandwidth_max_mbps', ['down', 'up', 'written', 'both']],
    ['completion', ['finished', 'half']],
    ['url', ['link']],
    ['timing_id', ['down', 'up']],
  ])('%s', (field, expected) => {
    expect(offered(field, file)).toEqual(expected);
  });

  test('technologies: not a column with too many values to explain', () => {
    expect(offered('technology', file)).not.toContain('street');
    expect(offered('technology', file)).toContain('tech');
    expect(offered('technology', file)).not.toContain('finished');
    expect(offered('technology', file)).not.toContain('link');
  });

  test('providers: names, and neither numbers, web addresses nor states', () => {
    const columns = offered('provider', file);
    expect(columns).toContain('operator');
    expect(columns).toContain('street');
    expect(['down', 'up', 'link', 'state', 'empty', 'finished'].filter((name) => columns.includes(name))).toEqual([]);
  });
});

test('a column with the name of the field is always offered unless it is blank', () => {
  expect(offered('bandwidth_max_mbps', { bandwidth_max_mbps: ['fast'] })).toEqual(['bandwidth_max_mbps']);
  expect(offered('bandwidth_max_mbps', { bandwidth_max_mbps: ['', null] })).toEqual([]);
});
