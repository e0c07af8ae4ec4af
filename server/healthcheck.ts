import { readSettingsFile } from '#flows/files/settings-file.ts';
import { settings } from '#lib/env.ts';
import { healthAddress } from '#lib/http/health-address.ts';

// Ends with 0 if the server of these settings is healthy, and with 1 otherwise: HEALTHCHECK of the container.

readSettingsFile();
const { host, port } = settings();
const isHealthy = await fetch(healthAddress(host, port), { signal: AbortSignal.timeout(2500) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isHealthy ? 0 : 1);
