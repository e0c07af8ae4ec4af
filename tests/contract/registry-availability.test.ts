import { describe, expect, test } from 'vitest';
import { askBy, lanes } from '../support/lanes.ts';

describe.each(lanes)('GET /1.0/availability by the %s', (lane) => {
  test('R6: string answers the 16 suffixes in the order of the specification', async () => {
    const { status, body } = await askBy(lane, { target: '/1.0/availability?string=active' });
    expect(status).toBe(200);
    expect(JSON.parse(body).map((entry: { domain: string }) => entry.domain)).toEqual([
      'active.nz',
      'active.ac.nz',
      'active.co.nz',
      'active.cri.nz',
      'active.geek.nz',
      'active.gen.nz',
      'active.health.nz',
      'active.iwi.nz',
      'active.kiwi.nz',
      'active.maori.nz',
      'active.mil.nz',
      'active.net.nz',
      'active.org.nz',
      'active.school.nz',
      'active.govt.nz',
      'active.parliament.nz',
    ]);
  });
});
