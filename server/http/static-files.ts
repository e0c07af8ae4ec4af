import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import Negotiator from 'negotiator';
import { type Compression, suffixOf } from '#lib/http/compressed-file.ts';

const folder = `${import.meta.dirname}/../../.next/static/`;
const address = '/_next/static/';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Answers with a file of the build; false when it is none that was packed, which is then Next's to answer. */
export type StaticFiles = (incoming: IncomingMessage, outgoing: ServerResponse, url: string) => boolean;

/**
 * The scripts and style sheets of the build, as they were packed when the pages were built. Their names change with their
 * content, so they are kept for ever.
 */
export function openStaticFiles(): StaticFiles {
  const packed = packedFiles();
  const bodies = new Map<string, Promise<Uint8Array>>();

  function bodyOf(name: string): Promise<Uint8Array> {
    let body = bodies.get(name);
    if (body === undefined) {
      body = readFile(`${folder}${name}`);
      bodies.set(name, body);
    }
    return body;
  }

  return (incoming, outgoing, url) => {
    const { method = '' } = incoming;
    const name = url.slice(address.length).split('?', 1)[0] ?? '';
    const contentType = contentTypes[extname(name)];
    if (!url.startsWith(address) || contentType === undefined || !packed.has(name)) return false;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const encoding = smallestEncoding(incoming);
    bodyOf(encoding === 'identity' ? name : `${name}${suffixOf[encoding]}`).then(
      (body) => {
        outgoing.writeHead(200, {
          'Content-Type': contentType,
          'Content-Length': body.byteLength,
          ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
          'Cache-Control': 'public, max-age=31536000, immutable',
          Vary: 'Accept-Encoding',
          'X-Content-Type-Options': 'nosniff',
        });
        outgoing.end(method === 'HEAD' ? undefined : body);
      },
      () => outgoing.writeHead(404, { 'Cache-Control': 'no-store' }).end(),
    );
    return true;
  };
}

/** The names of the files that stand in both packed forms, below `/_next/static/`. */
function packedFiles(): ReadonlySet<string> {
  const names = new Set(globSync('**/*', { cwd: folder }));
  const isPacked = (name: string) => Object.values(suffixOf).every((suffix) => names.has(`${name}${suffix}`));
  return new Set([...names].filter(isPacked).map((name) => name.replaceAll('\\', '/')));
}

/** Of the forms that a caller takes the smallest: browsers name gzip first, by habit. */
function smallestEncoding(incoming: IncomingMessage): Compression | 'identity' {
  const taken = new Negotiator(incoming).encodings(['br', 'gzip']);
  if (taken.includes('br')) return 'br';
  return taken.includes('gzip') ? 'gzip' : 'identity';
}
