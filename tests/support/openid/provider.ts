import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Configuration, type JWK, Provider } from 'oidc-provider';

/** Somebody at the provider. */
export interface Someone {
  readonly subject: string;
  /** Their other claims: `email`, `roles`, … */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** A real OpenID Connect provider in this process, whose people sign in without a form. */
export interface TestProvider {
  readonly issuer: string;
  /** Who is signed in there next. */
  someone: Someone;
  /** Changes the claims of the next ID tokens before they are signed; undefined leaves them. */
  tamper: ((claims: Record<string, unknown>) => Record<string, unknown>) | undefined;
  /** Replaces the signing key, as providers do now and then. */
  rotateKeys(): void;
  /** Signs the next ID tokens with a key that the provider does not publish. */
  signWithUnknownKey(): void;
  /** Whether people come back without having been signed in. */
  isDeclining: boolean;
  /** A logout token as the provider sends one, with its claims changed. */
  logoutToken(changed?: Readonly<Record<string, unknown>>): string;
  /** Lets people go back to servers at other addresses. */
  serve(baseUrls: readonly string[]): void;
  stop(): Promise<void>;
  /** Starts again on the same port. */
  restart(): Promise<void>;
}

export const clientId = 'watea';
export const clientSecret = 'a secret of the client at the provider';

interface SigningKey {
  readonly kid: string;
  readonly jwk: JWK;
  readonly key: KeyObject;
}

/** Starts a provider whose only client is a server at `baseUrl`. @param isInIdToken whether ID tokens have all claims */
export async function startProvider(baseUrl: string, isInIdToken = false): Promise<TestProvider> {
  let clients: readonly string[] = [baseUrl];
  let keys = makeKey();
  let signer = keys;
  let handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void = () => undefined;
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => handle(incoming, outgoing);
  let server = createServer(listener);
  const port = await listen(server, 0);
  const issuer = `http://127.0.0.1:${port}`;

  const own: TestProvider = {
    issuer,
    someone: { subject: 'nobody', claims: {} },
    tamper: undefined,
    isDeclining: false,
    rotateKeys() {
      keys = makeKey();
      signer = keys;
      open();
    },
    signWithUnknownKey() {
      signer = { ...makeKey(), kid: keys.kid };
    },
    logoutToken: (changed = {}) => signToken({ ...logoutClaims(issuer, own.someone), ...changed }, signer),
    serve(others) {
      clients = others;
      open();
    },
    stop: () => close(server),
    async restart() {
      server = createServer(listener);
      await listen(server, port);
    },
  };

  function open(): void {
    const provider = new Provider(issuer, configuration(clients, own, keys, isInIdToken));
    // the library warns about what a test has no need of
    provider.use(async (context, next) => {
      await next();
      const body = context.body as { id_token?: string } | undefined;
      if (context.path !== '/token' || body?.id_token === undefined) return;
      if (own.tamper !== undefined || signer !== keys) body.id_token = signed(body.id_token, own.tamper, signer);
    });
    const answer = provider.callback();
    handle = (incoming, outgoing) => {
      if (!incoming.url?.startsWith('/interaction/')) return void answer(incoming, outgoing);
      const result = own.isDeclining
        ? { error: 'access_denied', error_description: 'cancelled' }
        : { login: { accountId: own.someone.subject } };
      void provider.interactionFinished(incoming, outgoing, result);
    };
  }

  open();
  return own;
}

function configuration(
  baseUrls: readonly string[],
  own: TestProvider,
  { jwk }: SigningKey,
  isInIdToken: boolean,
): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: baseUrls.map((baseUrl) => `${baseUrl}/admin/login/openid`),
        post_logout_redirect_uris: baseUrls.map((baseUrl) => `${baseUrl}/admin/login`),
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key of the cookies'] },
    claims: { email: ['email', 'email_verified'], profile: ['roles', 'groups', 'realm_access', 'preferred_username'] },
    conformIdTokenClaims: !isInIdToken,
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...own.someone.claims }),
    }),
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true, logoutSource } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    // people there have agreed already
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
  };
}

/** Asks whether to sign out there, without the fonts of the library’s own page. */
function logoutSource(context: { body?: unknown }, form: string): void {
  const yes = '<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>';
  context.body = `<!doctype html><html lang="en"><title>Sign out</title>${form}${yes}</html>`;
}

/** Making one takes some 60 ms: a few take turns, each time by another id. */
const privateKeys: KeyObject[] = [];
const fewKeys = 4;

function nextPrivateKey(): KeyObject {
  const next =
    privateKeys.length < fewKeys
      ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
      : (privateKeys.shift() as KeyObject);
  privateKeys.push(next);
  return next;
}

function makeKey(): SigningKey {
  const privateKey = nextPrivateKey();
  const kid = randomUUID();
  return {
    kid,
    key: privateKey,
    jwk: { ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' } as JWK,
  };
}

/** An ID token with other claims, or with another signature. */
function signed(token: string, tamper: TestProvider['tamper'], signer: SigningKey): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
  return signToken(tamper?.(claims) ?? claims, signer);
}

function logoutClaims(issuer: string, { subject: sub }: Someone) {
  const iat = Math.floor(Date.now() / 1000);
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  return { iss: issuer, aud: clientId, sub, iat, exp: iat + 120, jti: randomUUID(), events };
}

function signToken(claims: object, { kid, key }: SigningKey): string {
  const parts = [{ alg: 'RS256', typ: 'JWT', kid }, claims];
  const head = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${head}.${sign('sha256', Buffer.from(head), key).toString('base64url')}`;
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => void server.close(() => resolve()));
}
