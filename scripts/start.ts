import { buildOnce } from './build.ts';
import { endWithNpm } from './end-with-npm.ts';

endWithNpm();
buildOnce();
Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' });
await import('../server.ts');
