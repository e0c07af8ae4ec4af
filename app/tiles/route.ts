import { settings } from '#lib/env.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { answerTileLegend } from '#server/tiles/tile-answer.ts';

/** `GET /tiles`: the technologies in use, how each looks on a map, and where its tiles are. */
const handle = endpoint(
  {
    isOwnPath: (path) => path === '/tiles',
    methods: ['GET', 'HEAD', 'OPTIONS'],
    contentType: 'application/json',
    crossOrigin: true,
    answer: answerTileLegend,
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
