import { createReadStream } from 'node:fs';
import { access, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Actor } from '#db/audit/record-change.ts';
import { privateModes } from '#db/private-file.ts';
import type { DeliveredFile } from '#db/registry/deliveries.ts';
import { digestOf } from '#flows/files/file-bytes.ts';
import { watchedFolder } from '#lib/audit/authors.ts';
import { isDeliveryName } from '#lib/registry/import/delivery.ts';

/** The actor of everything that the watched folder starts. */
export const byWatchedFolder: Actor = { who: watchedFolder, address: null };

/** A file that has not changed for this long is complete, in milliseconds. */
const unchangedMs = 10_000;

/** A complete file. */
export type InboxFile = DeliveredFile;

interface Observation {
  readonly bytes: number;
  readonly modifiedAt: number;
  /** Since when it has not changed, by a monotonic clock. */
  readonly since: number;
}

/** The watched folder on disk, with its folders `done` and `failed`. */
export class InboxFolder {
  readonly #path: string;
  #observed = new Map<string, Observation>();

  constructor(path: string) {
    this.#path = path;
  }

  pathOf({ name }: Pick<InboxFile, 'name'>): string {
    return join(this.#path, name);
  }

  /**
   * The complete files, oldest first: those with a file `<name>.done` beside them, or unchanged for 10 seconds.
   *
   * @param nowMs by a monotonic clock
   */
  async completeFiles(nowMs: number): Promise<InboxFile[]> {
    await mkdir(join(this.#path, 'done'), { recursive: true, mode: privateModes.folder });
    await mkdir(join(this.#path, 'failed'), { recursive: true, mode: privateModes.folder });
    const entries = await readdir(this.#path, { withFileTypes: true });
    const names = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
    const observed = new Map<string, Observation>();
    const complete: InboxFile[] = [];
    for (const name of names) {
      if (!isDeliveryName(name)) continue;
      const found = await this.#observe(name, nowMs);
      if (found === undefined) continue;
      observed.set(name, found);
      const isUnchanged = nowMs - found.since >= unchangedMs;
      if (isUnchanged || names.has(`${name}.done`)) complete.push({ name, modifiedAt: found.modifiedAt });
    }
    this.#observed = observed;
    return complete.sort((one, other) => one.modifiedAt - other.modifiedAt || (one.name < other.name ? -1 : 1));
  }

  /** The SHA-256 of a file, in hexadecimal. */
  digest(file: InboxFile): Promise<string> {
    return digestOf(createReadStream(this.pathOf(file)));
  }

  /** Moves a file to `done` or `failed`, with its report beside it. @returns the file's new path */
  async move(file: InboxFile, where: 'done' | 'failed', report: string): Promise<string> {
    const target = await this.#freePath(join(this.#path, where), file);
    await writeFile(`${target}.report.txt`, `${report}\n`, { mode: privateModes.file, flush: true });
    await rename(this.pathOf(file), target);
    await rm(`${this.pathOf(file)}.done`, { force: true });
    return target;
  }

  async #observe(name: string, nowMs: number): Promise<Observation | undefined> {
    const found = await stat(this.pathOf({ name })).catch(() => undefined);
    if (found === undefined) return undefined;
    const [bytes, modifiedAt] = [found.size, Math.floor(found.mtimeMs)];
    const before = this.#observed.get(name);
    if (before?.bytes === bytes && before.modifiedAt === modifiedAt) return before;
    return { bytes, modifiedAt, since: nowMs };
  }

  /** An unused path in `folder`: the file's name, if needed with the time it was last written before it. */
  async #freePath(folder: string, { name, modifiedAt }: InboxFile): Promise<string> {
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
