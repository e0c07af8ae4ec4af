import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { conditionalAnswer } from '#lib/http/conditional.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { droplist } from '#server/register.ts';
import { admitRegistrar } from '#server/registry-gate.ts';

/** `GET /1.0/droplist`: the names that the next two release jobs will take (R10, R13). */
const handle = endpoint(
  {
    isOwnPath: (path) => path === '/1.0/droplist',
    methods: ['GET', 'HEAD', 'OPTIONS'],
    contentType: 'application/json; charset=utf-8',
    crossOrigin: false,
    async answer(request, exchange) {
      const admitted = await admitRegistrar(exchange);
      if (!admitted.ok) return admitted.answer;
      return conditionalAnswer(request.headers, droplist(now()), {
        ...admitted.headers,
        'Cache-Control': 'private, no-cache',
      });
    },
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
