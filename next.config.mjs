import { buildFolder, developmentFolder } from './server/http/build-folder.ts';

const distDir = buildFolder();

/** @type {import('next').NextConfig} */
export default {
  distDir,
  poweredByHeader: false,
  reactStrictMode: true,
  // The APIs answer 404 for a trailing slash; it must not be redirected.
  skipTrailingSlashRedirect: true,
  // No page needs them, and making pictures smaller for strangers costs CPU and disk (/_next/image is 404).
  images: { unoptimized: true },
  // `npm run check` checks the types. Next adds the types of each build to the configuration that it is given.
  typescript: {
    ignoreBuildErrors: true,
    tsconfigPath: distDir === developmentFolder ? undefined : '.next/tsconfig.json',
  },
  // Addresses of 0.1.0, which people kept and alerts were sent with.
  redirects: async () => [
    { source: '/admin/work/:path*', destination: '/admin/jobs/:path*', permanent: true },
    { source: '/admin/map', destination: '/admin/base-map', permanent: true },
  ],
  // These change only with a release; by default browsers would ask for them again with every page.
  headers: async () => [
    {
      source: '/:file(favicon.ico|apple-touch-icon.png|mark.svg|land/nz.json|land/squares/.*.json)',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=86400, stale-while-revalidate=604800' }],
    },
  ],
  serverExternalPackages: ['better-sqlite3', 'pino'],
  // The title of a page is in its head for everybody, not only for the robots that Next knows.
  htmlLimitedBots: /.*/,
  experimental: {
    // In production the first visitor of a page must not wait until it is loaded; elsewhere a quick start matters more.
    preloadEntriesOnStart: process.env.WATEA_ENVIRONMENT === 'production',
    // The first start waits for the build, so it writes no cache for another one. Server code is not minified: stack
    // traces then name functions without a source map.
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: false,
    serverSourceMaps: false,
    serverMinification: false,
  },
};
