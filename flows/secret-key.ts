import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SettingError, settings } from '#lib/env.ts';
import { processWide } from '#lib/process-wide.ts';

/** The secret of this installation: `SECRET_KEY`, or else the one in a file beside the database, made at first use. */
export function secretKey(): Buffer {
  return processWide('secret-key', () => {
    const { secretKey: given, databaseFile } = settings();
    return Buffer.from(given ?? readOrMake(`${databaseFile}.secret`), 'hex');
  });
}

function readOrMake(file: string): string {
  if (!existsSync(file)) make(file);
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new SettingError({ code: 'secret-file-damaged', file });
  return text;
}

/** Makes the file with all of its content, or not at all: half a secret, as on a full disk, would keep servers from starting. */
function make(file: string): void {
  const unfinished = `${file}.unfinished-${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(unfinished, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
    linkSync(unfinished, file);
  } catch (fault) {
    // another process was quicker
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault;
  } finally {
    rmSync(unfinished, { force: true });
  }
}
