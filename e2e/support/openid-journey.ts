import { clientId, clientSecret, startProvider, type TestProvider } from '#tests/support/openid/provider.ts';
import { test as journey } from './journey.ts';

export { expect } from './journey.ts';

/** What the button of the sign-in page calls the provider. */
export const providerName = 'Registry ID';

/** A test on a server whose staff sign in with OpenID Connect, and the provider. */
export const test = journey.extend<object, { provider: TestProvider; running: TestProvider }>({
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that it needs
    async ({}, use) => {
      const provider = await startProvider('http://localhost');
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ running }, use) =>
      use({
        OIDC_ISSUER: running.issuer,
        OIDC_CLIENT_ID: clientId,
        OIDC_CLIENT_SECRET: clientSecret,
        OIDC_NAME: providerName,
        OIDC_ROLES: 'it=admin,register=editor,staff=viewer',
      }),
    { scope: 'worker' },
  ],
  provider: [
    async ({ running, servers }, use) => {
      // their ports are known only now
      running.serve(servers.origins);
      await use(running);
    },
    { scope: 'worker' },
  ],
});
