import { errorAnswer } from './answer.ts';
import { endpoint, type Handler } from './endpoint.ts';

/** The handler of every address below a public path that no operation owns (B3: 404 in the one error shape). */
export function nothingHere(contentType: string, supportEmail: () => string): Handler {
  return endpoint(
    {
      isOwnPath: () => false,
      methods: [],
      contentType,
      crossOrigin: false,
      answer: () => errorAnswer(404, 'There is nothing at this address.'),
    },
    supportEmail,
  );
}
