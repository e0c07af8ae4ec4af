import { settings } from '#lib/env.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { isTileJsonPath } from '#lib/tiles/tile-address.ts';
import { answerTileJson } from '#server/tiles/tile-answer.ts';

/** `GET /tiles/<set_id>.json`: the TileJSON of a technology's tiles, with the version's own addresses (N10). */
const handle = endpoint(
  {
    isOwnPath: isTileJsonPath,
    methods: ['GET', 'HEAD', 'OPTIONS'],
    contentType: 'application/json',
    crossOrigin: true,
    answer: answerTileJson,
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
