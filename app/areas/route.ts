import { settings } from '#lib/env.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { answerArea } from '#server/broadband/area-question.ts';

/**
 * `GET /areas?from=<lat>,<lng>&to=<lat>,<lng>`: the share of a rectangle that each technology covers, as JSON, or with
 * `format=csv` for a spreadsheet. Not part of the two APIs: it serves a page of this site.
 */
const handle = endpoint(
  {
    isOwnPath: (path) => path === '/areas',
    methods: ['GET', 'HEAD', 'OPTIONS'],
    contentType: 'application/json',
    crossOrigin: false,
    answer: answerArea,
  },
  () => settings().supportEmail,
);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
