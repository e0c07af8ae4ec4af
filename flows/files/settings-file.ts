import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SettingError } from '#lib/env.ts';

/** The environment that this process was given, without the settings of a file. */
export const givenEnvironment: NodeJS.ProcessEnv = { ...process.env };

/** Read if `SETTINGS_FILE` names no other: `.env` in the folder in which the server or the command was started. */
const usualFile = '.env';

/**
 * Adds the settings of the file that `SETTINGS_FILE` names, or of `.env` if there is one, as lines `NAME=value`, to the
 * environment of this process. What the environment itself has comes first.
 *
 * @throws SettingError if the file cannot be read
 */
export function readSettingsFile(): void {
  const { SETTINGS_FILE: named = '' } = givenEnvironment;
  if (named === '' && !existsSync(usualFile)) return;
  for (const [name, value] of Object.entries(parseEnv(textOf(named === '' ? usualFile : named)))) {
    if ((givenEnvironment[name] ?? '') === '') process.env[name] = value;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (fault) {
    throw new SettingError({ code: 'settings-file-unread', file, errno: (fault as NodeJS.ErrnoException).code ?? '' });
  }
}
