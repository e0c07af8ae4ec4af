import { Refusal } from '#lib/refusal.ts';
import { forListing } from '#lib/words/registry/listed.ts';
import type { NetworkLink } from './reader.ts';

/** One KML file: its name in its archive, and its bytes from the first. */
export interface KmlFile {
  readonly name: string;
  read(): AsyncIterable<Buffer>;
}

/** Where an archive seems to be, so that links in it can be resolved. */
const root = 'http://archive.invalid/';
const mostExamples = 5;

/** The KML files to read, one after the other: the main one, and those in its archive that the others link to. */
export class LinkedFiles {
  /** Grows while it is read. */
  readonly files: Set<KmlFile>;
  /** The first link that leads out of the archive, or nowhere; nothing is fetched. */
  first: NetworkLink | undefined;
  /** How many such links there are, and the first of them. */
  leftOut = 0;
  readonly examples: string[] = [];
  readonly #all: readonly KmlFile[];

  /** @param all the KML files of the archive, `main` among them; none for a file on its own */
  constructor(main: KmlFile, all: readonly KmlFile[]) {
    this.#all = all;
    this.files = new Set([main]);
  }

  /** Takes a link in a file of that name. */
  add(link: NetworkLink, from: string): void {
    const name = nameInArchive(link.href, from);
    const found = this.#all.find((file) => file.name === name);
    if (found !== undefined) {
      this.files.add(found);
      return;
    }
    this.first ??= link;
    this.leftOut++;
    const { href } = link;
    if (this.examples.length < mostExamples && !this.examples.includes(href)) this.examples.push(href.slice(0, 200));
  }

  /** @throws Refusal if there are files that no link led to: they would be left out in silence */
  refuseUnread(): void {
    if (this.#all.every((file) => this.files.has(file))) return;
    throw new Refusal({ code: 'kmz-ambiguous', files: forListing(this.#all.map(({ name }) => name)) });
  }
}

/** The file in the archive that an address means, seen from another file; undefined if it is elsewhere. */
function nameInArchive(href: string, from: string): string | undefined {
  const base = root + from.split('/').map(encodeURIComponent).join('/');
  const url = href === '' ? null : URL.parse(href, base);
  if (url === null || !url.href.startsWith(root)) return undefined;
  try {
    return decodeURIComponent(url.pathname.slice(1));
  } catch {
    return undefined;
  }
}
