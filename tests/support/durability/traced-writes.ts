import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a process did to the files of a folder, in order; names are relative to it, '' is the folder itself. */
export type Operation =
  | { readonly kind: 'create' | 'unlink' | 'sync'; readonly name: string }
  | { readonly kind: 'rename' | 'link'; readonly name: string; readonly to: string }
  | { readonly kind: 'write'; readonly name: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly name: string; readonly length: number }
  /** A line that the process printed: it has reported that something is done. */
  | { readonly kind: 'confirm'; readonly text: string };

const calls = 'openat,write,pwrite64,ftruncate,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat';

/** Whether this machine can record the file operations of a process. */
export const canTrace = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;

/** Runs a script and records what it did to the files of `folder` and what it printed. */
export function traceScript(script: string, env: NodeJS.ProcessEnv, folder: string, traceFile: string): Operation[] {
  const strace = [
    '-f',
    '-y',
    '-qq',
    '-xx',
    '-s',
    '70000',
    '-e',
    `trace=${calls}`,
    '-e',
    'signal=none',
    '-o',
    traceFile,
  ];
  const ran = spawnSync('strace', [...strace, process.execPath, script], { env, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`${script} ended with ${ran.status}: ${ran.stderr}`);
  return operationsIn(readFileSync(traceFile, 'latin1'), folder);
}

/** The operations in a trace, each at the moment when its call returned. */
function operationsIn(trace: string, folder: string): Operation[] {
  const operations: Operation[] = [];
  const begun = new Map<string, string>();
  /** How far each descriptor has been written, for calls without an offset. */
  const offsets = new Map<string, number>();
  const nameOf = (path: string) =>
    path === folder ? '' : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
  for (const text of trace.split('\n')) {
    const [, thread = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(text) ?? [];
    if (rest.endsWith('<unfinished ...>')) {
      begun.set(thread, rest.slice(0, -'<unfinished ...>'.length));
      continue;
    }
    const line = rest
      .replace(/^<\.\.\. \w+ resumed>/, () => begun.get(thread) ?? '')
      .replaceAll(/<((?:\\x[0-9a-f]{2})+)>/g, (_, path: string) => `<${bytesOf(path)}>`);
    const call = /^(\w+)\((.*)\)\s+= (\d+)(?:<(.*)>)?$/.exec(line);
    if (call === null) continue;
    const [, name = '', given = '', result = '', opened = ''] = call;
    const strings = [...given.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) => bytesOf(hex));
    const [, descriptor = '', path = ''] = /^(\d+)<([^>]*)>/.exec(given) ?? [];
    const own = nameOf(path);
    if (name === 'openat') {
      const made = nameOf(opened);
      if (made === undefined) continue;
      offsets.set(result, 0);
      if (/O_CREAT/.test(given)) operations.push({ kind: 'create', name: made });
      if (/O_TRUNC/.test(given)) operations.push({ kind: 'truncate', name: made, length: 0 });
    } else if (name === 'write' && descriptor === '1') {
      operations.push({ kind: 'confirm', text: strings[0]?.toString().trim() ?? '' });
    } else if (/^(rename|link)/.test(name)) {
      const [from, to] = strings.map((bytes) => nameOf(bytes.toString()));
      const kind = name.startsWith('link') ? 'link' : 'rename';
      if (from !== undefined && to !== undefined) operations.push({ kind, name: from, to });
    } else if (name.startsWith('unlink')) {
      const gone = nameOf(strings[0]?.toString() ?? '');
      if (gone !== undefined) operations.push({ kind: 'unlink', name: gone });
    } else if (own === undefined) {
      // a file elsewhere
    } else if (name === 'fsync' || name === 'fdatasync') {
      operations.push({ kind: 'sync', name: own });
    } else if (name === 'ftruncate') {
      operations.push({ kind: 'truncate', name: own, length: Number(given.split(', ').at(-1)) });
    } else if (name === 'write' || name === 'pwrite64') {
      const bytes = (strings[0] ?? Buffer.alloc(0)).subarray(0, Number(result));
      if (bytes.length < Number(result)) throw new Error(`The trace has only a part of ${result} bytes.`);
      const at = name === 'pwrite64' ? Number(given.split(', ').at(-1)) : (offsets.get(descriptor) ?? 0);
      offsets.set(descriptor, at + bytes.length);
      operations.push({ kind: 'write', name: own, at, bytes });
    }
  }
  return operations;
}

const bytesOf = (escaped: string) => Buffer.from(escaped.replaceAll('\\x', ''), 'hex');
