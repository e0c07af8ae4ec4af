import { type Point, parsePoint } from '#lib/broadband/point.ts';

/** What a visitor says is wrong at a point. */
export interface VisitorReport {
  readonly point: Point;
  readonly what: string;
  readonly email: string | undefined;
  /** What the page said of the point, in its own words. */
  readonly shown: string;
}

export const mostWhat = 2000;
const mostShown = 2000;
const mostEmail = 254;

/** Nobody reads an answer, opens the form and writes in less; seconds. */
const leastSeconds = 2;

/** Whether a text has the form of an e-mail address. */
export function isEmailAddress(text: string): boolean {
  return text.length <= mostEmail && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

/**
 * Reads a report as the page's form sends it: JSON `{latitude, longitude, what, email, shown, website, seconds}`.
 * `website` is a field that only programs see and fill in, `seconds` how long the form was open.
 *
 * @returns the report, or why it is refused
 */
export function parseVisitorReport(
  body: string,
): { readonly ok: true; readonly report: VisitorReport } | { readonly ok: false; readonly sentence: string } {
  const given = parseJson(body);
  if (typeof given !== 'object' || given === null) return refuse('The body is no JSON object.');
  const { latitude, longitude, what, email, shown, website, seconds } = given as Record<string, unknown>;
  const parsed = parsePoint(textOf(latitude), textOf(longitude));
  if (!parsed.ok) return refuse('Give "latitude" and "longitude" of a point in the service coverage area, as text.');
  const said = cleaned(textOf(what));
  if (said === '') return refuse('Say in "what" what is wrong.');
  if (said.length > mostWhat) return refuse(`"what" has ${said.length} characters; at most ${mostWhat} are kept.`);
  const address = textOf(email).trim();
  if (address !== '' && !isEmailAddress(address)) return refuse('"email" is no e-mail address; it may be left empty.');
  if (textOf(website) !== '') return refuse('"website" must be left empty.');
  if (typeof seconds !== 'number' || !(seconds >= leastSeconds)) {
    return refuse('That was sent very quickly. Wait a moment, then send it again.');
  }
  return {
    ok: true,
    report: {
      point: parsed.point,
      what: said,
      email: address === '' ? undefined : address,
      shown: cleaned(textOf(shown)).slice(0, mostShown),
    },
  };
}

const refuse = (sentence: string) => ({ ok: false, sentence }) as const;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Without control characters but line breaks, and without marks that turn the direction of what follows. */
function cleaned(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .normalize('NFC')
    .trim();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
