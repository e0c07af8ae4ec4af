import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { errorAnswer } from '#lib/http/answer.ts';
import { conditionalAnswer } from '#lib/http/conditional.ts';
import { endpoint, type Handler } from '#lib/http/endpoint.ts';
import { andThen } from '#lib/maybe-promise.ts';
import type { DroplistForms } from '#lib/registry/release/droplist-forms.ts';
import { readDroplistQuestion } from '#lib/registry/release/droplist-question.ts';
import { admitRegistrar } from '#server/access/registry-gate.ts';

/** The handler of a list of released names in all its forms, at one path (R10, R13). */
export function listEndpoint(ownPath: string, listAt: (nowMs: number) => DroplistForms): Handler {
  return endpoint(
    {
      isOwnPath: (path) => path === ownPath,
      methods: ['GET', 'HEAD', 'OPTIONS'],
      contentType: 'application/json; charset=utf-8',
      crossOrigin: false,
      answer(request, exchange) {
        return andThen(admitRegistrar(exchange), (admitted) => {
          if (!admitted.ok) return admitted.answer;
          const asked = readDroplistQuestion(request.query);
          if (!asked.ok) return errorAnswer(400, asked.sentence, admitted.headers);
          return conditionalAnswer(request.headers, listAt(now()).representation(asked.question), {
            ...admitted.headers,
            'Cache-Control': 'private, no-cache',
          });
        });
      },
    },
    () => settings().supportEmail,
  );
}
