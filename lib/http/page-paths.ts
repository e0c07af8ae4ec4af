import { isAt, type PublicPath } from './public-paths.ts';

/** A path that is not public and is answered by a handler instead of a page; with its methods in the order of `Allow`. */
type HandledPath = Pick<PublicPath, 'pattern' | 'methods'>;

const read = ['GET', 'HEAD', 'OPTIONS'];

/** Every `route.ts` that is not a public path. */
export const handledPaths: readonly HandledPath[] = [
  { pattern: '/admin/uploads', methods: ['OPTIONS', 'POST'] },
  { pattern: '/admin/uploads/<upload>', methods: ['DELETE', 'HEAD', 'OPTIONS', 'PATCH'] },
  { pattern: '/admin/jobs/<job>/state', methods: read },
  { pattern: '/admin/audit/export', methods: read },
  { pattern: '/admin/export/<list>', methods: read },
  { pattern: '/admin/own/reports/export', methods: read },
  { pattern: '/admin/search/suggestions', methods: read },
  { pattern: '/admin/coverage/versions/<version>/download', methods: read },
  { pattern: '/admin/coverage/versions/<version>/figures', methods: read },
  { pattern: '/admin/login/openid', methods: read },
  { pattern: '/admin/login/openid/ended', methods: ['OPTIONS', 'POST'] },
];

/** Server Actions are posted to the page that has them. */
const ofPages = ['GET', 'HEAD', 'OPTIONS', 'POST'];
const file = /^\/(?:_next\/|land\/|[^/]+\.(?:ico|png|svg)$)/;

const handled = handledPaths.map((path) => ({ ...path, isAt: isAt({ ...path, contentType: '', crossOrigin: false }) }));

/** The methods of a path that is not public, in the order of `Allow` (B3). */
export function pageMethods(path: string): readonly string[] {
  const found = handled.find(({ isAt: matches }) => matches(path));
  if (found !== undefined) return found.methods;
  return file.test(path) ? read : ofPages;
}
