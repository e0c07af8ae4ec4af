import { join } from 'node:path';
import { type Connection, type Connections, closeDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { registerLookup } from '#db/registry/lookup.ts';
import { type ImportOptions, type ImportReport, importRegister } from '#flows/registry/import-register.ts';
import { type ReleaseOrder, type ReleaseResult, releaseWithin } from '#flows/registry/release-job.ts';
import { statusOfName } from '#lib/registry/name-status.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { type Status, statuses } from '#lib/registry/status.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';

/** A register in a temporary file, for tests. Rows are `domain,registered,cancel_date`. */
export interface RegisterFixture {
  readonly file: string;
  readonly connections: Connections;
  import(
    rows: readonly string[],
    now: EpochMs,
    options?: Partial<ImportOptions>,
    connection?: Connection,
  ): Promise<ImportReport>;
  /** The API's status of a name at `now`. */
  statusAt(name: string, now: EpochMs): string;
  /** The codes of the API's answer about these names at `now`. */
  codesAt(names: readonly string[], now: EpochMs): string[];
  close(): void;
}

export function openRegisterFixture(): RegisterFixture {
  const folder = makeFolder();
  const file = join(folder.path, 'register.db');
  const connections = openDatabase(file);
  migrate(connections.writer);
  const lookup = registerLookup(connections.reader);
  const parsed = new Map<string, ReturnType<typeof parseName>>();
  const statusesAt = (names: readonly string[], now: EpochMs): Status[] =>
    lookup.inSnapshot((known) =>
      names.map((text) => {
        const name = parsed.get(text) ?? parseName(text);
        parsed.set(text, name);
        return name.valid ? statusOfName(name, known, { now, hasSandboxName: false }) : statuses.Invalid;
      }),
    );
  return {
    file,
    connections,
    import: (rows, now, options = {}, connection = connections.writer) =>
      importRegister(connection, textBytes(['domain,registered,cancel_date', ...rows].join('\n')), {
        kind: 'merge',
        source: 'register.csv',
        maxMissing: 50,
        clock: () => now,
        ...options,
      }),
    statusAt: (name, now) => statusesAt([name], now)[0]?.status ?? '',
    codesAt: (names, now) => statusesAt(names, now).map(({ code }) => code),
    close() {
      closeDatabase(connections);
      folder.remove();
    },
  };
}

/** Runs a release job immediately, without waiting for its turn. */
export function runReleaseJob(connection: Connection, order: ReleaseOrder): ReleaseResult {
  const calledAt = performance.now();
  return connection.db.transaction(() => releaseWithin(connection, order, calledAt), { behavior: 'immediate' });
}

/** A text as the byte stream that an import reads. */
export async function* textBytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
