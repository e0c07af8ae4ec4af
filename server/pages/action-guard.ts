import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { absoluteFolder, buildFolder } from '#server/http/build-folder.ts';

const refusals = {
  403: 'This form was sent from another site.',
  404: 'This page has no such action: reload the page, and try again.',
} as const;

/** The pages that have each action, by the action's id: `/admin/users/[user]`. */
type PagesOfActions = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Makes the check of requests that Next would take for Server Actions. Next answers a foreign `Origin` with 500, and hands an
 * action that the page lacks over to a page that has it with a request to this server, at an address that callers choose.
 * Both are refused before Next sees them: with 403, and with 404. The guard returns false for all other requests.
 */
export function openActionGuard(
  baseUrl: string,
): (incoming: IncomingMessage, outgoing: ServerResponse, url: string) => boolean {
  // while developing, actions come and go; requests of the server itself fail then too (`next-app.ts`)
  const actions = process.env.NODE_ENV === 'development' ? undefined : readActions();

  function refusalOf({ method, headers }: IncomingMessage, url: string): keyof typeof refusals | undefined {
    const { 'next-action': id, 'content-type': type = '', origin = baseUrl, host } = headers;
    if (method !== 'POST' || (id === undefined && !type.startsWith('multipart/form-data'))) return undefined;
    if (origin !== baseUrl && hostOf(origin) !== host) return 403;
    if (id === undefined || actions === undefined) return undefined;
    const page = actions.pageAt(url.split('?', 1)[0] ?? '');
    return page !== undefined && actions.pages.get(String(id))?.has(page) ? undefined : 404;
  }

  return (incoming, outgoing, url) => {
    const status = refusalOf(incoming, url);
    if (status === undefined) return false;
    // by this header Next's client recognises an action that a newer build no longer has
    if (status === 404) outgoing.setHeader('X-Nextjs-Action-Not-Found', '1');
    outgoing.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
    outgoing.end(`${refusals[status]}\n`);
    return true;
  };
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

interface Route {
  readonly page: string;
  readonly regex: string;
}

/** Reads the actions of the build, and how its paths are routed. */
function readActions(): { readonly pages: PagesOfActions; pageAt(path: string): string | undefined } {
  const { node } = readManifest<{ node: Record<string, { workers: object }> }>('server/server-reference-manifest.json');
  const pathOf = readManifest<Record<string, string>>('app-path-routes-manifest.json');
  const { staticRoutes, dynamicRoutes } =
    readManifest<Record<'staticRoutes' | 'dynamicRoutes', readonly Route[]>>('routes-manifest.json');
  const pages = new Map(
    Object.entries(node).map(([id, { workers }]) => {
      const names = Object.keys(workers).map((name) => pathOf[name.slice('app'.length)] ?? '');
      return [id, new Set(names)] as const;
    }),
  );
  const routes = [...staticRoutes, ...dynamicRoutes].map(({ page, regex }) => ({ page, form: new RegExp(regex) }));
  return { pages, pageAt: (path) => routes.find(({ form }) => form.test(path))?.page };
}

function readManifest<T>(file: string): T {
  return JSON.parse(readFileSync(`${absoluteFolder(buildFolder())}/${file}`, 'utf8')) as T;
}
