/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // A trailing slash is answered by the APIs themselves (404), never redirected.
  skipTrailingSlashRedirect: true,
  // `npm test` checks the types; a start need not do it again.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ['better-sqlite3', 'pino'],
  // Where people wait, no page is loaded only when somebody asks for it; elsewhere a start should be cheap.
  experimental: { preloadEntriesOnStart: process.env.WATEA_ENVIRONMENT === 'production' },
};
