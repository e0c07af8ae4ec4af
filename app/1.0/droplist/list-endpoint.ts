import { now } from '#lib/clock.ts';
import { errorAnswer } from '#lib/http/answer.ts';
import { conditionalAnswer } from '#lib/http/conditional.ts';
import { endpoint, type Handler } from '#lib/http/endpoint.ts';
import type { PublicPath } from '#lib/http/public-paths.ts';
import { andThen } from '#lib/maybe-promise.ts';
import type { NextPiece } from '#lib/pieces.ts';
import type { DroplistForms } from '#lib/registry/release/droplist-forms.ts';
import { readDroplistQuestion } from '#lib/registry/release/droplist-question.ts';
import { admitRegistrar } from '#server/access/registry-gate.ts';
import { turns } from '#server/http/turn.ts';

/** A list at an instant, as a caller asks for it. */
type ListAt = (nowMs: number, nextPiece: NextPiece) => DroplistForms | Promise<DroplistForms>;

/** The handler of a list of released names in all its forms (R10, R13). */
export function listEndpoint(place: PublicPath, listAt: ListAt): Handler {
  return endpoint(place, (request, exchange) =>
    andThen(admitRegistrar(exchange), (admitted) => {
      if (!admitted.ok) return admitted.answer;
      const asked = readDroplistQuestion(request.query);
      if (!asked.ok) return errorAnswer(400, asked.reason, admitted.headers);
      const nextPiece = () => turns().piece(exchange.caller.limitKey);
      const headers = { ...admitted.headers, 'Cache-Control': 'private, no-cache' };
      const form = andThen(listAt(now(), nextPiece), (list) => list.form(asked.question, nextPiece));
      return andThen(form, (representation) => conditionalAnswer(request.headers, representation, headers));
    }),
  );
}
