import { buildOnce } from './build.ts';

buildOnce();
Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' });
await import('../server.ts');
