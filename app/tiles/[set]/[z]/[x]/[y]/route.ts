import { settings } from '#lib/env.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { isTilePath } from '#lib/tiles/tile-address.ts';
import { answerTile } from '#server/tiles/tile-answer.ts';

/** `GET /tiles/<set_id>/{z}/{x}/{y}.mvt`, `.png` and `@2x.png`: where a technology is offered, for maps (N10). */
const handle = endpoint(
  {
    isOwnPath: isTilePath,
    methods: ['GET', 'HEAD', 'OPTIONS'],
    contentType: 'application/json',
    // what everybody may see, maps of other sites may show
    crossOrigin: true,
    answer: answerTile,
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
