import { expect, test } from 'vitest';
import { ask } from '#tests/support/http.ts';
import { ownFixture } from '#tests/support/processes/own-server.ts';
import { signIn } from '#tests/support/staff/action.ts';

test('R11: an unreadable row is reported at start and in the overview, and refuses nobody else', async () => {
  const fixture = await ownFixture();
  fixture.change(({ sqlite }) => {
    sqlite.exec(`
      INSERT INTO registrar (id, name, created_at) VALUES (901, 'Bad Rows Ltd', 0);
      INSERT INTO allowed_network (registrar_id, network, created_at) VALUES (901, 'head office', 0)`);
  });
  const server = await fixture.start({ LOG_LEVEL: 'error' });
  try {
    expect((await ask(server.port, { target: '/1.0/availability?string=kea' })).status).toBe(200);
    expect((await ask(server.port, { target: '/1.0/availability?string=kea', from: '127.255.0.1' })).status).toBe(403);
    expect(server.output()).toContain('"event":"allowlist row unreadable"');
    const Cookie = signIn(fixture.databaseFile, 'viewer');
    const overview = await ask(server.port, { target: '/admin', headers: { Cookie } });
    expect(overview.body).toContain('1 network cannot be read');
    expect(overview.body).toContain('Bad Rows Ltd');
  } finally {
    await server.stop();
    await fixture.remove();
  }
});
