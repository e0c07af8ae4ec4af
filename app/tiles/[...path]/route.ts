import { settings } from '#lib/env.ts';
import { nothingHere } from '#lib/http/nothing-here.ts';

/** Every other address below `/tiles` (B3: 404). */
const handle = nothingHere({ contentType: 'application/json', crossOrigin: true }, () => settings().supportEmail);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
