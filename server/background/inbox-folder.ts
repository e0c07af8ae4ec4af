import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Actor } from '#db/audit/record-change.ts';
import type { DeliveredFile } from '#db/registry/deliveries.ts';
import { isDeliveryName } from '#lib/registry/import/delivery-name.ts';

/** As whom the record names what nobody asked for. */
export const byWatchedFolder: Actor = { who: 'watched folder', address: null };

/** A file whose size stays the same for this long has come whole, in milliseconds. */
const unchangedMs = 10_000;

/** A file that has come whole. */
export type InboxFile = DeliveredFile;

interface Seen {
  readonly bytes: number;
  readonly modifiedAt: number;
  readonly since: number;
}

/** The watched folder on disk, with `done` and `failed` in it. */
export class InboxFolder {
  readonly #path: string;
  #seen = new Map<string, Seen>();

  constructor(path: string) {
    this.#path = path;
  }

  pathOf({ name }: Pick<InboxFile, 'name'>): string {
    return join(this.#path, name);
  }

  /** The files that have come whole, oldest first: beside which `<name>.done` stands, or that were unchanged for 10 s. */
  async wholeFiles(): Promise<InboxFile[]> {
    await mkdir(join(this.#path, 'done'), { recursive: true });
    await mkdir(join(this.#path, 'failed'), { recursive: true });
    const entries = await readdir(this.#path, { withFileTypes: true });
    const names = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
    const seen = new Map<string, Seen>();
    const whole: InboxFile[] = [];
    for (const name of names) {
      if (!isDeliveryName(name)) continue;
      const found = await this.#look(name);
      if (found === undefined) continue;
      seen.set(name, found);
      const isUnchanged = performance.now() - found.since >= unchangedMs;
      if (isUnchanged || names.has(`${name}.done`)) whole.push({ name, modifiedAt: found.modifiedAt });
    }
    this.#seen = seen;
    return whole.sort((one, other) => one.modifiedAt - other.modifiedAt || (one.name < other.name ? -1 : 1));
  }

  /** The SHA-256 of a file, in hexadecimal. */
  async digest(file: InboxFile): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(this.pathOf(file))) hash.update(chunk);
    return hash.digest('hex');
  }

  /** Moves a file to `done` or `failed` and lays its report beside it. @returns where it stands then */
  async file(file: InboxFile, where: 'done' | 'failed', report: string): Promise<string> {
    const target = await this.#freeName(join(this.#path, where), file);
    await writeFile(`${target}.report.txt`, `${report}\n`);
    await rename(this.pathOf(file), target);
    await rm(`${this.pathOf(file)}.done`, { force: true });
    return target;
  }

  async #look(name: string): Promise<Seen | undefined> {
    const found = await stat(this.pathOf({ name })).catch(() => undefined);
    if (found === undefined) return undefined;
    const [bytes, modifiedAt] = [found.size, Math.floor(found.mtimeMs)];
    const before = this.#seen.get(name);
    if (before?.bytes === bytes && before.modifiedAt === modifiedAt) return before;
    return { bytes, modifiedAt, since: performance.now() };
  }

  /** A path in `folder` that nothing stands at: of the file's name, or with the time it was written before it. */
  async #freeName(folder: string, { name, modifiedAt }: InboxFile): Promise<string> {
    const time = new Date(modifiedAt).toISOString().replaceAll(/[-:]|\..*/g, '');
    for (let count = 0; ; count++) {
      const prefix = count === 0 ? '' : count === 1 ? `${time}-` : `${time}-${count}-`;
      const path = join(folder, `${prefix}${name}`);
      const isTaken = await access(path).then(
        () => true,
        () => false,
      );
      if (!isTaken) return path;
    }
  }
}
