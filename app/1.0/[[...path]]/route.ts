import { settings } from '#lib/env.ts';
import { nothingHere } from '#lib/http/nothing-here.ts';

/** Every other address below `/1.0` (B3: 404). */
const handle = nothingHere(
  { contentType: 'application/json; charset=utf-8', crossOrigin: false },
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
