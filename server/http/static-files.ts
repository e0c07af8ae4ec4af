import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import Negotiator from 'negotiator';
import { type Compression, suffixOf } from '#lib/http/encoded-answer.ts';
import { absoluteFolder, buildFolder } from './build-folder.ts';

const prefix = '/_next/static/';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Answers with a compressed file of the build; returns false for other requests, which are left to Next. */
export type StaticFiles = (incoming: IncomingMessage, outgoing: ServerResponse, url: string) => boolean;

/**
 * Serves the scripts and style sheets of the build in the encodings in which the build stored them. Their names change
 * with their content, so browsers can cache them for good. See docs/decisions/static-files.md.
 */
export function openStaticFiles(): StaticFiles {
  const folder = `${absoluteFolder(buildFolder())}/static/`;
  const names = compressedFiles(folder);
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
    const name = url.slice(prefix.length).split('?', 1)[0] ?? '';
    const contentType = contentTypes[extname(name)];
    if (!url.startsWith(prefix) || contentType === undefined || !names.has(name)) return false;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const encoding = encodingOf(incoming);
    bodyOf(encoding === 'identity' ? name : `${name}${suffixOf[encoding]}`).then(
      (body) => {
        outgoing.writeHead(200, {
          'Content-Type': contentType,
          'Content-Length': body.byteLength,
          ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
          'Cache-Control': 'public, max-age=31536000, immutable',
          Vary: 'Accept-Encoding',
        });
        outgoing.end(method === 'HEAD' ? undefined : body);
      },
      () => outgoing.writeHead(404, { 'Cache-Control': 'no-store' }).end(),
    );
    return true;
  };
}

/** The files that exist in every compression, as paths below `/_next/static/`. */
function compressedFiles(folder: string): ReadonlySet<string> {
  const names = new Set(globSync('**/*', { cwd: folder }));
  const isCompressed = (name: string) => Object.values(suffixOf).every((suffix) => names.has(`${name}${suffix}`));
  return new Set([...names].filter(isCompressed).map((name) => name.replaceAll('\\', '/')));
}

/** The first of these encodings that a caller accepts, whatever its own order: browsers name gzip first. */
export function encodingOf(
  incoming: IncomingMessage,
  preferred: readonly Compression[] = ['br', 'gzip'],
): Compression | 'identity' {
  const accepted = new Negotiator(incoming).encodings([...preferred]);
  return preferred.find((encoding) => accepted.includes(encoding)) ?? 'identity';
}
