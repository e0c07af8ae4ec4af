import { hash } from 'node:crypto';
import { readDocument } from '#app/(developers)/documents.ts';
import { now } from '#lib/clock.ts';
import { apiNewsOf, atomFeed } from '#lib/developers/api-news.ts';
import { newsFile } from '#lib/developers/guides.ts';
import { settings } from '#lib/env.ts';
import { conditionalAnswer, Representation } from '#lib/http/conditional.ts';
import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { processWide } from '#lib/process-wide.ts';

/** `GET /developers/changes.atom`: the news of the APIs for feed readers. */
const handle = endpoint(publicPaths.changesFeed, (request) =>
  conditionalAnswer(request.headers, feed(), { 'Cache-Control': 'no-cache' }),
);

const feed = () =>
  processWide('changes feed', () => {
    const text = atomFeed(apiNewsOf(readDocument(newsFile)), settings().baseUrl);
    const made = { body: Buffer.from(text), digest: hash('sha256', text, 'base64url') };
    return new Representation(made, now(), 'application/atom+xml; charset=utf-8');
  });

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
