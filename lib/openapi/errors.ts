import type { ErrorStatus } from '#lib/http/answer.ts';
import { type ApiReason, apiSentence } from '#lib/words/api.ts';
import type { HeaderName } from './headers.ts';

interface ErrorDescription {
  readonly description: string;
  /** Refusals with this status, as examples. */
  readonly examples: readonly ApiReason[];
  /** In addition to those that every error has. */
  readonly headers?: readonly HeaderName[];
}

const supportEmail = 'support@watea.example';

/** The errors of both APIs by status (B2). */
export const errors: Readonly<Record<Exclude<ErrorStatus, 405>, ErrorDescription>> = {
  400: {
    description: 'The request is not valid.',
    examples: [
      {
        code: 'point-refused',
        y: '51.5',
        x: '-0.1',
        parsed: { ok: false, reason: 'outside', fields: ['latitude', 'longitude'] },
      },
      { code: 'parameter-repeated', name: 'api_key' },
      { code: 'not-an-escape', text: '%ZZ' },
    ],
  },
  401: {
    description: 'The key is missing, unknown, revoked, expired, or not for this web origin.',
    examples: [{ code: 'key-refused', page: 'https://watea.example/developers/ask' }, { code: 'key-in-authorization' }],
    headers: ['WWW-Authenticate'],
  },
  403: {
    description: 'Registry: the address is on no allowlist. Broadband: the key lacks a scope.',
    examples: [
      {
        code: 'not-on-an-allowlist',
        address: '192.0.2.7',
        page: 'https://watea.example/developers/ask-networks',
        supportEmail,
      },
      { code: 'scope-missing', lacking: ['bulk'] },
    ],
  },
  404: {
    description: 'The address is not known, no addresses are loaded, or the coverage of that day is not kept.',
    examples: [
      { code: 'address-id-unknown' },
      { code: 'addresses-not-loaded' },
      { code: 'coverage-not-kept', day: '2026-03-01', kept: ['2026-11-20', '2025-12-19'] },
    ],
  },
  408: { description: 'The request did not arrive within 30 seconds.', examples: [{ code: 'request-too-slow' }] },
  410: {
    description: 'Changes since this cursor are no longer known.',
    examples: [{ code: 'cursor-unknown' }, { code: 'changes-too-many', most: 20_000 }],
  },
  413: { description: 'The body is larger than 1 MiB.', examples: [{ code: 'body-too-large', most: 2 ** 20 }] },
  415: {
    description: 'The body has another type.',
    examples: [{ code: 'body-type-unknown', types: 'application/json or text/csv' }],
  },
  429: {
    description:
      'A limit is reached: requests a second or a day, one bulk request at a time, or refusals of an address.',
    examples: [
      { code: 'limit-reached', limit: 10, seconds: 1 },
      { code: 'too-few-lookups-left', lookups: 9000, limit: 50_000, remaining: 12, seconds: 43_200 },
      { code: 'bulk-request-running' },
    ],
    headers: ['Retry-After'],
  },
  431: { description: 'The head is larger than 128 KiB.', examples: [{ code: 'head-too-large', most: 131_072 }] },
  500: { description: 'The server failed.', examples: [{ code: 'failed', supportEmail }] },
  501: { description: 'A transfer coding other than chunked.', examples: [{ code: 'coding-not-supported' }] },
  503: {
    description: 'The server is busy, overloaded, or cannot answer truthfully. Ask again later.',
    examples: [
      { code: 'busy' },
      { code: 'overloaded' },
      { code: 'damaged', supportEmail },
      { code: 'not-published', api: 'broadband', supportEmail },
    ],
    headers: ['Retry-After'],
  },
  505: { description: 'HTTP of another major version.', examples: [{ code: 'version-not-supported' }] },
};

/** The error bodies that the document shows for a status, by the code of the reason. */
export function errorExamples(status: number, reasons: readonly ApiReason[]) {
  return Object.fromEntries(
    reasons.map((reason) => [reason.code, { value: { code: status, error: apiSentence(reason) } }]),
  );
}
