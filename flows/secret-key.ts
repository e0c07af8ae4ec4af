import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault;
  }
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new SettingError({ code: 'secret-file-damaged', file });
  return text;
}
