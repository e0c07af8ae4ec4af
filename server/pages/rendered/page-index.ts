import { globSync, readFileSync } from 'node:fs';
import { absoluteFolder, buildFolder } from '#server/http/build-folder.ts';

const publicFolder = `${import.meta.dirname}/../../../public/`;

interface Route {
  readonly regex: string;
}

/**
 * Whether the build has a page, a route or a file at a path, so that the page for missing addresses can be sent without
 * asking Next. In doubt the answer is yes: Next decides then.
 */
export type PageIndex = (path: string) => boolean;

/** Reads the routes of the build and the files of `public/`. */
export function readPageIndex(): PageIndex {
  const manifest = JSON.parse(readFileSync(`${absoluteFolder(buildFolder())}/routes-manifest.json`, 'utf8')) as {
    readonly staticRoutes: readonly Route[];
    readonly dynamicRoutes: readonly Route[];
  };
  const forms = [...manifest.staticRoutes, ...manifest.dynamicRoutes].map(({ regex }) => new RegExp(regex));
  const files = new Set(globSync('**/*', { cwd: publicFolder }).map((name) => `/${name.replaceAll('\\', '/')}`));
  return (path) =>
    path.startsWith('/_next/') || path.includes('%') || files.has(path) || forms.some((form) => form.test(path));
}
