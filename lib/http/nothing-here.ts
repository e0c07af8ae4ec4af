import { errorAnswer } from './answer.ts';
import { endpoint, type Handler, type Operation } from './endpoint.ts';

/** The handler of every address below a public path that no operation owns (B3: 404 in the one error shape). */
export function nothingHere(
  { contentType, crossOrigin }: Pick<Operation, 'contentType' | 'crossOrigin'>,
  supportEmail: () => string,
): Handler {
  return endpoint(
    {
      isOwnPath: () => false,
      methods: [],
      contentType,
      crossOrigin,
      answer: () => errorAnswer(404, 'There is nothing at this address.'),
    },
    supportEmail,
  );
}
