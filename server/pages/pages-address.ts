import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getProcessWide, setProcessWide } from '#lib/process-wide.ts';

/** Where the pages process listens, and what proves to it that a request comes from a process of this server. */
export interface PagesAddress {
  readonly socketPath: string;
  /** Made at each start; nobody but the processes of this server may read it. */
  readonly secret: string;
}

const socketName = 'pages.sock';
/** The longest path of a Unix socket in bytes, with its final zero: 104 on macOS, 108 on Linux. */
const longestPath = 103;
/** The environment, which other users cannot read, passes the address to a process; arguments are visible in `ps`. */
const variable = 'WATEA_PAGES';

/** Makes an address in a folder of its own that only this user can enter; the folder is removed when this process ends. */
export function makePagesAddress(): PagesAddress {
  const prefix = join(tmpdir(), 'watea-pages-');
  const isShort = Buffer.byteLength(`${prefix}XXXXXX/${socketName}`) <= longestPath;
  const folder = mkdtempSync(isShort ? prefix : '/tmp/watea-pages-');
  chmodSync(folder, 0o700);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { socketPath: join(folder, socketName), secret: randomBytes(32).toString('hex') };
}

/** The variable that passes an address on to a process which calls `takePagesAddress`. */
export function pagesVariable(address: PagesAddress): Readonly<Record<string, string>> {
  return { [variable]: JSON.stringify(address) };
}

/** The address that this process was given, which its own children do not inherit. */
export function takePagesAddress(): PagesAddress {
  const given = process.env[variable];
  delete process.env[variable];
  if (given === undefined) throw new Error(`${variable} is not set: this process is started by server.ts.`);
  return JSON.parse(given) as PagesAddress;
}

const usedKey = 'pages-address';

/** Remembers the address to which this process hands pages over. */
export function setPagesAddress(address: PagesAddress): void {
  setProcessWide(usedKey, address);
}

/** Whether the pages process listens, as far as this process hands pages over to it. */
export async function arePagesListening(): Promise<boolean> {
  const address = getProcessWide<PagesAddress>(usedKey);
  if (address === undefined) return true;
  const socket = net.connect(address.socketPath);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
