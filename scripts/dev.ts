// Development: one process on a database of its own. Next compiles pages and API handlers when they are first requested
// and again after each edit, so the APIs go through its router too.
const { DATABASE_URL = 'file:./data/development.db', API_LANE = 'next', LOG_LEVEL = 'warn' } = process.env;
Object.assign(process.env, {
  NODE_ENV: 'development',
  NEXT_TELEMETRY_DISABLED: '1',
  DATABASE_URL,
  API_LANE,
  LOG_LEVEL,
});
// each open page keeps a connection, which a stop must not wait for
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit());
await import('../server.ts');

export {};
