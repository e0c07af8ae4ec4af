import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

let fixture: OwnFixture;
beforeAll(async () => {
  fixture = await ownFixture();
});
afterAll(() => fixture.remove());

describe.concurrent('WATEA_NOW', () => {
  test('is ignored in production', async () => {
    const startedAt = Date.now();
    const server = await fixture.start({ WATEA_ENVIRONMENT: 'production', WATEA_NOW: '2031-01-01T00:00:00+13:00' });
    const { headers } = await ask(server.port, { target: '/1.0/nothing' });
    const date = Date.parse(headers.date ?? '');
    expect(date).toBeGreaterThan(startedAt - 1000);
    expect(date).toBeLessThanOrEqual(Date.now());
  });

  test('sets the instant at which the clock starts in the test environment', async () => {
    const startedAt = Date.now();
    const server = await fixture.start({ WATEA_NOW: '2031-01-01T00:00:00+13:00' });
    const secondsAfter = async () => {
      const { headers } = await ask(server.port, { target: '/1.0/nothing' });
      return (Date.parse(headers.date ?? '') - Date.parse('2031-01-01T00:00:00+13:00')) / 1000;
    };
    const first = await secondsAfter();
    expect(first).toBeGreaterThanOrEqual(0);
    expect(first).toBeLessThanOrEqual((Date.now() - startedAt) / 1000);
    await waitUntil('the clock to move', async () => (await secondsAfter()) > first);
  });
});
