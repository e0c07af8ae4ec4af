import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** ncdump writes `_` for the number with which NetCDF fills shorts that nobody set, although here somebody did. */
const fillOfShorts = -32_767;

/**
 * Reads integer variables of a NetCDF file with `ncdump`, of Debian's package `netcdf-bin`.
 *
 * @throws Error when the tool is missing or the file has no such variable
 */
export async function readVariables(file: string, names: readonly string[]): Promise<Record<string, Int32Array>> {
  const tool = spawn('ncdump', ['-v', names.join(','), file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(tool, 'close') as Promise<[number]>;
  const read: Record<string, Int32Array> = {};
  let pending = '';
  let isData = false;
  let current: number[] | undefined;
  let name = '';
  for await (const chunk of tool.stdout) {
    pending += String(chunk);
    const lines = pending.split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) {
      if (line === 'data:') isData = true;
      if (!isData) continue;
      const opening = /^ (\w+) =(.*)$/.exec(line);
      if (opening !== null) {
        name = opening[1] ?? '';
        current = [];
      }
      if (current === undefined) continue;
      const text = opening?.[2] ?? line;
      for (const number of text.match(/-?\d+|_/g) ?? []) current.push(number === '_' ? fillOfShorts : Number(number));
      if (!text.endsWith(';')) continue;
      read[name] = Int32Array.from(current);
      current = undefined;
    }
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`ncdump ended with ${code}`);
  return read;
}
