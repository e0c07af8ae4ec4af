import { type Point, parsePoint } from '#lib/broadband/point.ts';
import type { reportWords } from '#lib/words/api.ts';
import type { ReasonsOf } from '#lib/words/word-table.ts';

type ReportFault = ReasonsOf<typeof reportWords>;

/** A visitor's report that something is wrong at a point. */
export interface VisitorReport {
  readonly point: Point;
  readonly what: string;
  readonly email: string | undefined;
  /** The words that the page showed for the point. */
  readonly shown: string;
}

/** How long a visitor's email address is kept, in days, as the form promises. */
export const emailKeptDays = 90;

export const mostWhat = 2000;
const mostShown = 2000;
const mostEmail = 254;

/** Faster than anybody reads an answer, opens the form and writes; in seconds. */
const leastSeconds = 2;

/** Whether a text has the form of an email address. */
export function isEmailAddress(text: string): boolean {
  return text.length <= mostEmail && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

/**
 * Reads a report as the page's form sends it: JSON `{latitude, longitude, what, email, shown, website, seconds}`.
 * `website` is a trap: a field that only programs see and fill in. `seconds` is how long the form was open.
 */
export function parseVisitorReport(
  body: string,
): { readonly ok: true; readonly report: VisitorReport } | { readonly ok: false; readonly reason: ReportFault } {
  const given = parseJson(body);
  if (typeof given !== 'object' || given === null) return refuse({ code: 'report-not-json' });
  const { latitude, longitude, what, email, shown, website, seconds } = given as Record<string, unknown>;
  const parsed = parsePoint(textOf(latitude), textOf(longitude));
  if (!parsed.ok) return refuse({ code: 'report-without-point' });
  const text = cleaned(textOf(what));
  if (text === '') return refuse({ code: 'report-empty' });
  if (text.length > mostWhat) return refuse({ code: 'report-too-long', length: text.length, most: mostWhat });
  const address = textOf(email).trim();
  if (address !== '' && !isEmailAddress(address)) return refuse({ code: 'report-email-invalid' });
  if (textOf(website) !== '') return refuse({ code: 'report-trap-filled' });
  if (typeof seconds !== 'number' || !(seconds >= leastSeconds)) return refuse({ code: 'report-too-quick' });
  return {
    ok: true,
    report: {
      point: parsed.point,
      what: text,
      email: address === '' ? undefined : address,
      shown: cleaned(textOf(shown)).slice(0, mostShown),
    },
  };
}

const refuse = (reason: ReportFault) => ({ ok: false, reason }) as const;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Without control characters other than line breaks, and without marks that change the direction of the text. */
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
