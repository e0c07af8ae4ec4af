/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // A trailing slash is answered by the APIs themselves (404), never redirected.
  skipTrailingSlashRedirect: true,
  // server.ts compresses nothing twice: the APIs encode their own bodies.
  compress: true,
  serverExternalPackages: ['better-sqlite3', 'pino'],
};
