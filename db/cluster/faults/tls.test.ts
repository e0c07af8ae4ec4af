import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { codeOf } from '#db/cluster/nodes.fixture.ts';
import { Servers } from '#db/cluster/primary.ts';
import { makeCertificate } from '#tests/support/certificate.ts';
import { hasPostgres, type Postgres, startPostgres } from '#tests/support/cluster/postgres.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';

describe.skipIf(!hasPostgres)('a connection to PostgreSQL by TLS', () => {
  const certificate = makeCertificate();
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres({ hasStandby: false, certificate });
    // nothing is taken without encryption
    await postgres.primary.sql(
      "COPY (SELECT 'hostssl all all 127.0.0.1/32 trust') TO PROGRAM 'cat > pg_hba.conf'; SELECT pg_reload_conf()",
    );
  });
  afterAll(() => postgres?.remove());

  /** @param trusted a certificate in PEM */
  function servers(options: string, trusted = certificate.cert): Servers {
    const folder = makeFolder();
    onTestFinished(() => folder.remove());
    const file = `${folder.path}/ca.pem`;
    writeFileSync(file, trusted);
    const address = `postgres://postgres@localhost:${postgres.primary.port}/postgres`;
    return new Servers(`${address}?${options.replace('FILE', encodeURIComponent(file))}`, 'test');
  }

  test.each(['verify-full', 'verify-ca'])('%s: a server with a trusted certificate is taken', async (mode) => {
    const session = await servers(`sslmode=${mode}&sslrootcert=FILE`).connect();
    const { rows } = await session.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    session.close();
    expect(rows).toEqual([{ ssl: true }]);
  });

  test('a server with another certificate is refused, and so is a connection without encryption', async () => {
    const other = makeCertificate().cert;
    expect(await codeOf(servers('sslmode=verify-full&sslrootcert=FILE', other).connect())).toBe('cluster-away');
    expect(await codeOf(servers('sslmode=disable').connect())).toBe('cluster-away');
  });
});
