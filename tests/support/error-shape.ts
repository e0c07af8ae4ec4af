import { expect } from 'vitest';
import type { Answered } from './http.ts';

/**
 * Asserts that an answer has the shape of an error (B2), its body to the byte: `{"code":…,"error":"…"}`, with a JSON
 * content type, a request id, and no internals of the server.
 *
 * @param sentence the whole sentence; any if omitted
 */
export function expectError(answered: Answered, status: number, sentence?: string): void {
  const { body, headers } = answered;
  const given = /^\{"code":(\d{3}),"error":("(?:[^"\\]|\\.)+")\}$/.exec(body);
  expect(given, `${answered.status} ${body.slice(0, 300)}`).not.toBeNull();
  expect(answered.status, body).toBe(status);
  expect(Number(given?.[1])).toBe(status);
  const text: unknown = JSON.parse(given?.[2] ?? '');
  if (sentence !== undefined) expect(text).toBe(sentence);
  expect(text).not.toMatch(/[<>\n]| {4}at |\.ts:\d|\.js:\d|SQLITE|node_modules|\uFFFD/);
  expect(headers['content-type']).toMatch(/^application\/json(; charset=utf-8)?$/);
  expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
}
