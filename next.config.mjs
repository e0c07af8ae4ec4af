/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // A trailing slash is answered by the APIs themselves (404), never redirected.
  skipTrailingSlashRedirect: true,
  // `npm test` checks the types; a start need not do it again.
  typescript: { ignoreBuildErrors: true },
  // These change with a release at most; by default browsers would ask for them again with every page.
  headers: async () => [
    {
      source: '/:file(favicon.ico|apple-touch-icon.png|mark.svg|land/nz.json)',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=86400, stale-while-revalidate=604800' }],
    },
  ],
  serverExternalPackages: ['better-sqlite3', 'pino'],
  experimental: {
    // Where people wait, no page is loaded only when somebody asks for it; elsewhere a start should be cheap.
    preloadEntriesOnStart: process.env.WATEA_ENVIRONMENT === 'production',
    // The first start waits for the build: nothing is kept for a next one, and what runs here alone is left as it reads,
    // so that a stack trace names the function without a map.
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: false,
    serverSourceMaps: false,
    serverMinification: false,
  },
};
