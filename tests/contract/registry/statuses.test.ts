import { describe, expect, test } from 'vitest';
import { askBy, lanes } from '#tests/support/lanes.ts';

/** Every code through the API, each with the name of the fixture that has it and why. */
const statuses: [why: string, domain: string, code: string, status: string][] = [
  ['registered', 'active.co.nz', '200', 'Active'],
  ['registered, although on a list', 'active.nz', '200', 'Active'],
  ['cancelled', 'pending-first.co.nz', '210', 'PendingRelease'],
  ['cancelled, although on a list', 'pending-listed.nz', '210', 'PendingRelease'],
  ['cancelled, its release date just before midnight', 'pending-winter.school.nz', '210', 'PendingRelease'],
  ['never registered', 'kea.nz', '220', 'Available'],
  ['released', 'released.co.nz', '220', 'Available'],
  ['released, and on a list', 'prohibited.nz', '230', 'Prohibited'],
  ['prohibited by rule', 'gov.nz', '230', 'Prohibited'],
  ['the same label below another suffix', 'gov.co.nz', '220', 'Available'],
  ['on the list of conflicts', 'conflicted.nz', '240', 'Conflicted'],
  ['on the list of what was resolved', 'resolved.nz', '260', 'Resolved'],
  ['on the list of what is reserved', 'reserved.co.nz', '270', 'Reserved'],
  ['the same label below another suffix', 'reserved.nz', '220', 'Available'],
  ['malformed, although its label is registered', 'www.active.nz', '500', 'Invalid characters in query string'],
  ['a suffix', 'co.nz', '500', 'Invalid characters in query string'],
];

describe.each(lanes)('statuses of /1.0/availability by the %s', (lane) => {
  test.each(statuses)('R4, R5: %s: %s is %s %s', async (_why, domain, code, status) => {
    const { body } = await askBy(lane, { target: `/1.0/availability?domains[]=${domain}` });
    expect(body).toBe(`[{"code":"${code}","status":"${status}","domain":"${domain}"}]`);
  });

  test('R4, R5: all of them in one request, by string and by domains[]', async () => {
    const query = statuses.map(([, domain]) => `domains[]=${domain}`).join('&');
    const { body } = await askBy(lane, { target: `/1.0/availability?string=reserved&${query}` });
    const entries = JSON.parse(body);
    expect(entries.slice(16)).toEqual(statuses.map(([, domain, code, status]) => ({ code, status, domain })));
    expect(entries.slice(0, 3)).toEqual([
      { code: '220', status: 'Available', domain: 'reserved.nz' },
      { code: '220', status: 'Available', domain: 'reserved.ac.nz' },
      { code: '270', status: 'Reserved', domain: 'reserved.co.nz' },
    ]);
  });
});
