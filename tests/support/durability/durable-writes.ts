import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { Database, Statement } from 'better-sqlite3';

/** Calls `onWrite` after each commit on a connection: of a transaction, and of a statement outside one. */
export function watchCommits(sqlite: Database, onWrite: () => void): void {
  const prepare = sqlite.prepare.bind(sqlite);
  const transaction = sqlite.transaction.bind(sqlite);
  const committed = () => {
    if (!sqlite.inTransaction) onWrite();
  };

  function watched<T extends object>(target: T, names: readonly (keyof T)[]): T {
    for (const name of names) {
      const call = target[name] as (...given: unknown[]) => unknown;
      const wrapped = (...given: unknown[]) => {
        const result = call.apply(target, given);
        committed();
        return result;
      };
      Object.defineProperty(target, name, { value: wrapped });
    }
    return target;
  }

  Object.assign(sqlite, {
    prepare: (sql: string) => {
      const statement = prepare(sql) as Statement;
      return statement.readonly ? statement : watched(statement, ['run', 'get', 'all']);
    },
    transaction: (work: (...given: unknown[]) => unknown) => {
      const made = transaction(work);
      const kinds = ['default', 'deferred', 'immediate', 'exclusive'] as const;
      const watchedKinds = kinds.map((kind) => {
        const run = made[kind] as (...given: unknown[]) => unknown;
        const runWatched = (...given: unknown[]) => {
          const result = run(...given);
          committed();
          return result;
        };
        return [kind, runWatched] as const;
      });
      const byKind = Object.fromEntries(watchedKinds) as Record<(typeof kinds)[number], typeof work>;
      return Object.assign((...given: unknown[]) => byKind.default(...given), byKind);
    },
  });
}

/** Calls `onWrite` after each file of a folder that gets its content, its name, or is removed. */
export function watchFiles(folder: string, onWrite: () => void): void {
  const watch = (name: (typeof watchedCalls)[number]) => {
    const call = fs[name] as (...given: unknown[]) => unknown;
    Object.assign(fs, {
      [name]: (...given: unknown[]) => {
        const result = call(...given);
        if (String(given[0]).startsWith(folder)) onWrite();
        return result;
      },
    });
  };
  for (const name of watchedCalls) watch(name);
  syncBuiltinESMExports();
}

const watchedCalls = ['renameSync', 'linkSync', 'rmSync', 'writeFileSync', 'mkdirSync'] as const;

/** Calls `onWrite` after each write to an open file: a part of it is on the disk then. */
export function watchStreams(onWrite: () => void): void {
  const { writeSync } = fs;
  Object.assign(fs, {
    writeSync: (...given: Parameters<typeof writeSync>) => {
      const written = writeSync(...given);
      onWrite();
      return written;
    },
  });
  const { open } = fs.promises;
  Object.assign(fs.promises, {
    open: async (...given: Parameters<typeof open>) => {
      const handle = await open(...given);
      const write = handle.write.bind(handle) as (...given: unknown[]) => Promise<unknown>;
      const writeWatched = async (...bytes: unknown[]) => {
        const result = await write(...bytes);
        onWrite();
        return result;
      };
      return Object.assign(handle, { write: writeWatched });
    },
  });
  syncBuiltinESMExports();
}

/**
 * Makes every paced write commit after each item, and every heartbeat due at once: the most writes that a slow machine could
 * make of the same work.
 */
export function slowDownTime(): void {
  let elapsedMs = 0;
  performance.now = () => {
    elapsedMs += 400;
    return elapsedMs;
  };
}
