import { connections } from '#db/client.ts';
import { searchableLists } from '#db/places/search.ts';
import { findTyped } from '#db/places/typed.ts';
import { now } from '#lib/clock.ts';
import { errorAnswer } from '#lib/http/answer.ts';
import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { readParameters } from '#lib/http/parameters.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { askedLanguage } from '#lib/messages/language.ts';
import { admissionOf, limits } from '#server/access/limits.ts';

/** Limit of requests per second and address: the map asks at each keystroke, and many people may share an address. */
const perSecond = 30;
/** How many places fit below a field on a phone. */
const most = 8;
/** In characters. No address is longer. */
const longestText = 200;

/**
 * `GET /places?q=<text>&lang=<language>`: the places that the text may mean, the most likely first, and whether addresses are searched
 * too. It is not part of the two APIs: it serves the map of this site.
 */
const handle = endpoint(publicPaths.places, async (request, exchange) => {
  const admitted = admissionOf(await limits().takePublic('places', exchange.caller.limitKey, perSecond, now()));
  if (!admitted.ok) return admitted.answer;
  // people search for their homes, so no cache may keep the answer
  const headers = { ...admitted.headers, 'Cache-Control': 'private, no-store' };

  const texts = readParameters(request.query).flatMap(([name, value]) => (name === 'q' ? [value] : []));
  const [text] = texts;
  if (text === undefined) return errorAnswer(400, { code: 'search-empty' }, headers);
  if (texts.length > 1) return errorAnswer(400, { code: 'parameter-repeated', name: 'q' }, headers);
  if (text.length > longestText) {
    return errorAnswer(400, { code: 'search-too-long', length: text.length, most: longestText }, headers);
  }

  const { reader } = connections();
  const language = askedLanguage(`?${request.query}`);
  const hasAddresses = searchableLists(reader).includes('addresses');
  return { status: 200, headers, body: JSON.stringify({ ...findTyped(reader, text, most, language), hasAddresses }) };
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
