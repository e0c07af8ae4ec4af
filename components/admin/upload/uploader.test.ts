import { describe, expect, test } from 'vitest';
import { type Memory, Uploader, type UploadState } from './uploader.ts';

const megabyte = 1024 * 1024;
const content = Buffer.from(Uint8Array.from({ length: 5 * megabyte }, (_, place) => place % 251));
const file = new File([content], 'towns.geojson', { lastModified: 7 });

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly offset: string | null;
}

/** A server with one upload. `fault` may answer instead, or throw like a broken connection. */
function server(fault: (asked: Asked, count: number) => Response | undefined = () => undefined) {
  const asked: Asked[] = [];
  let kept = Buffer.alloc(0);
  let exists = false;
  const fetch = async (path: string, init: RequestInit = {}) => {
    init.signal?.throwIfAborted();
    const offset = new Headers(init.headers).get('Upload-Offset');
    const request = { method: init.method ?? 'GET', path, offset };
    asked.push(request);
    const instead = fault(request, asked.length);
    if (instead !== undefined) return instead;
    if (request.method === 'POST') {
      exists = true;
      return Response.json({ id: 'abc' }, { status: 201 });
    }
    if (!exists) return Response.json({ error: 'gone' }, { status: 404 });
    const at = () => ({ headers: { 'Upload-Offset': String(kept.length) } });
    if (request.method === 'HEAD') return new Response(null, { status: 200, ...at() });
    if (request.method === 'DELETE') {
      exists = false;
      return new Response(null, { status: 204 });
    }
    if (offset !== String(kept.length)) return Response.json({ error: 'elsewhere' }, { status: 409, ...at() });
    kept = Buffer.concat([kept, Buffer.from(await (init.body as Blob).arrayBuffer())]);
    return new Response(null, { status: 204, ...at() });
  };
  return {
    fetch: fetch as typeof globalThis.fetch,
    asked,
    received: () => kept,
    exists: () => exists,
    /** As if this much of the file had already been received. */
    receive(bytes: number) {
      exists = true;
      kept = Buffer.from(content.subarray(0, bytes));
    },
  };
}

function memory(): Memory & { readonly size: () => number } {
  const stored = new Map<string, string>();
  return {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => void stored.set(name, value),
    removeItem: (name) => void stored.delete(name),
    size: () => stored.size,
  };
}

function uploaderOn({ fetch }: { fetch: typeof globalThis.fetch }, kept: Memory = memory()) {
  const states: UploadState[] = [];
  const pauses: number[] = [];
  const uploader = new Uploader({
    file,
    queue: 'coverage',
    fetch,
    memory: kept,
    onChange: (state) => states.push(state),
    pauseFor: async (ms, signal) => {
      pauses.push(ms);
      return !signal.aborted;
    },
  });
  return { uploader, states, pauses, last: () => states.at(-1) };
}

test('a file is sent in parts, and the progress is shown', async () => {
  const to = server();
  const { uploader, states } = uploaderOn(to);
  expect(await uploader.send()).toBe('abc');
  expect(to.received().equals(content)).toBe(true);
  expect(to.asked.filter(({ method }) => method === 'PATCH').length).toBeGreaterThan(2);
  const sent = states.map((state) => state.sent);
  expect(sent).toEqual(sent.toSorted((a, b) => a - b));
  expect(states.at(-1)).toEqual({ phase: 'done', sent: file.size, total: file.size, sentence: undefined });
});

describe('an upload resumes where it stopped', () => {
  test('after a broken connection, after a server outage, and after too many requests at once', async () => {
    const broken = new Set([3, 5]);
    const to = server((_asked, count) => {
      if (broken.has(count)) throw new TypeError('Failed to fetch');
      if (count === 7) return new Response('Bad gateway', { status: 502 });
      return count === 9 ? new Response('Too many', { status: 429, headers: { 'Retry-After': '1' } }) : undefined;
    });
    const { uploader, states, pauses } = uploaderOn(to);
    expect(await uploader.send()).toBe('abc');
    expect(to.received().equals(content)).toBe(true);
    expect(states.filter(({ phase }) => phase === 'waiting')).toHaveLength(4);
    expect(pauses).toEqual([500, 1000, 2000, 4000]);
    expect(to.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('after the browser was closed', async () => {
    const kept = memory();
    const to = server();
    const first = uploaderOn(to, kept);
    const sending = first.uploader.send();
    first.uploader.pause();
    expect(await sending).toBeUndefined();
    kept.setItem('watea-upload ["coverage","towns.geojson",5242880,7]', 'abc');
    to.receive(3 * megabyte);
    const before = to.asked.length;
    const second = uploaderOn(to, kept);
    expect(await second.uploader.send()).toBe('abc');
    expect(to.received().equals(content)).toBe(true);
    expect(to.asked.slice(before, before + 2)).toEqual([
      { method: 'HEAD', path: '/admin/uploads/abc', offset: null },
      { method: 'PATCH', path: '/admin/uploads/abc', offset: String(3 * megabyte) },
    ]);
    expect(kept.size()).toBe(0);
  });

  test('after the server received more than it confirmed', async () => {
    const to = server((asked) => {
      if (asked.method === 'PATCH' && asked.offset === '0') to.receive(2 * megabyte);
      return undefined;
    });
    expect(await uploaderOn(to).uploader.send()).toBe('abc');
    expect(to.received().equals(content)).toBe(true);
  });

  test('after a pause', async () => {
    const to = server();
    const { uploader, states } = uploaderOn(to);
    const sending = uploader.send();
    uploader.pause();
    expect(await sending).toBeUndefined();
    expect(states.at(-1)?.phase).toBe('paused');
    expect(await uploader.send()).toBe('abc');
    expect(to.received().equals(content)).toBe(true);
  });
});

test('an upload that the server has removed starts again', async () => {
  const kept = memory();
  kept.setItem('watea-upload ["coverage","towns.geojson",5242880,7]', 'old');
  const to = server();
  expect(await uploaderOn(to, kept).uploader.send()).toBe('abc');
  expect(to.received().equals(content)).toBe(true);
});

test.each([
  [413, 'The file is too large.', 0],
  [429, 'You have 5 unfinished uploads.', 0],
  [507, 'The disk is full.', 0],
  // after signing in again, the same file resumes
  [401, 'You are no longer signed in. Sign in and choose the file again: the upload resumes where it stopped.', 1],
])('a refusal with %d ends the upload with the server’s message', async (status, sentence, remembered) => {
  const kept = memory();
  const to = server(({ method }) => (method === 'PATCH' ? Response.json({ error: sentence }, { status }) : undefined));
  const { uploader, last } = uploaderOn(to, kept);
  expect(await uploader.send()).toBeUndefined();
  expect(last()).toMatchObject({ phase: 'failed', sentence });
  expect(kept.size()).toBe(remembered);
});

test('a cancelled upload is removed', async () => {
  const kept = memory();
  const to = server();
  const { uploader } = uploaderOn(to, kept);
  await uploader.send();
  await uploader.cancel();
  expect(to.exists()).toBe(false);
  expect(kept.size()).toBe(0);
});
