import type { KeyScope } from '#lib/access/keys/scopes.ts';
import { type ParsedPoint, parsePoint, serviceArea } from '#lib/broadband/point.ts';
import { longestSide, type UnmeasurableRectangle } from '#lib/broadband/rectangle.ts';
import { counted } from '#lib/counted.ts';
import { firstYear, lastYear } from '#lib/time/timestamp.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import { unpublished } from './readiness.ts';
import type { ReasonsOf } from './word-table.ts';

/** Why a visitor's report, or a change to one, is refused. Quoted names are members of the request. */
export const reportWords = {
  'answer-not-asked': () => 'This report is not about your coverage.',
  'delivery-needed': () => 'Choose the delivery that corrects it.',
  'delivery-without-correction': () => 'Only a correction names a delivery.',
  'delivery-before-report': ({ delivery }: { delivery: number }) =>
    `Delivery ${delivery} is older than the report, so it cannot correct it.`,
  'no-such-delivery': ({ delivery }: { delivery: number }) => `There is no delivery ${delivery} of this provider.`,
  'answer-words-needed': () => 'Say why, in a sentence or two.',
  'report-gone': () => 'This report does not exist.',
  'report-not-json': () => 'The body is no JSON object.',
  'report-without-point': () => 'Give "latitude" and "longitude" of a point in the service coverage area, as text.',
  'report-empty': () => 'Say in "what" what is wrong.',
  'report-too-long': ({ length, most }: { length: number; most: number }) =>
    `"what" has ${length} characters; at most ${most} are kept.`,
  'report-email-invalid': () => '"email" is not an email address; it may be left empty.',
  'report-trap-filled': () => '"website" must be left empty.',
  'report-too-quick': () => 'That was sent very quickly. Wait a moment, then send it again.',
} as const;

interface Most {
  readonly most: number;
}

interface NotKept {
  readonly day: string;
  /** Days on which one version is the answer; without `until` to the present. */
  readonly kept: readonly { readonly from: string; readonly until: string | undefined }[];
  readonly hasMore: boolean;
}

function spanWords({ from, until }: NotKept['kept'][number]): string {
  if (until === undefined) return `from ${from} on`;
  return from === until ? from : `${from} to ${until}`;
}

interface Wait {
  readonly seconds: number;
}

interface Help {
  readonly supportEmail: string;
}

interface Asking {
  /** The address of the page where access is asked for. */
  readonly page: string;
}

/** The sentences of both APIs, and of the paths that serve this site's own pages. The APIs' are part of the contract. */
const apiWords = {
  ...reportWords,

  'target-without-slash': () => 'The request target must begin with a slash.',
  'target-with-fragment': () => 'The request target must not contain "#".',
  'target-with-backslash': () => 'The request target must not contain a backslash; write %5C.',
  'target-not-ascii': () => 'The request target holds characters that must be percent escapes: ā is %C4%81.',
  'empty-segment': () => 'The path must not contain an empty segment ("//").',
  'dot-segment': () => 'The path must not contain "." or ".." segments.',
  'not-an-escape': ({ text }: { text: string }) => `"${text}" is not a percent escape; write % as %25.`,
  'nul-escape': () => 'The request must not contain a NUL (%00).',
  'escape-not-utf-8': ({ text }: { text: string }) => `"${text}" is not UTF-8 in percent escapes.`,
  'host-missing': () => 'The Host header is missing.',
  'host-repeated': () => 'The Host header is given more than once.',
  'host-invalid': () => 'The Host header is not a host name or address with an optional port.',
  'version-not-supported': () => 'This server speaks HTTP 1.1 and 1.0 only.',
  'coding-not-supported': () => 'The only transfer coding that this server reads is chunked.',
  'coding-not-in-1.0': () => 'Transfer-Encoding needs HTTP 1.1; send a Content-Length.',
  'head-too-large': ({ most }: Most) =>
    `The request head is larger than ${most / 1024} KiB; send many names in a body instead.`,
  'request-too-slow': () => 'The request did not arrive whole in time.',
  'chunk-extensions-too-large': () => 'The chunk extensions of the body are too large.',
  'not-http': () => 'The request is not HTTP that this server can read.',

  'no-such-address': ({ paths }: { paths: readonly string[] }) =>
    `There is nothing at this address.${paths.length === 0 ? '' : ` What there is: ${paths.join(', ')}.`}`,
  'method-not-allowed': ({ allow, method }: { allow: string; method: string }) =>
    `This address answers ${allow}, not ${method}.`,
  'action-id-invalid': () => 'This page has no such action; load it again.',
  'write-from-elsewhere': () => 'Nothing was changed: the request did not come from a page of this site.',
  busy: () => 'The service is busy. Please ask again in a moment.',
  damaged: ({ supportEmail }: Help) =>
    `The server cannot answer at present; its data are being checked. For help, write to ${supportEmail}.`,
  stale: ({ supportEmail }: Help) =>
    `The server cannot answer at present; its data may be out of date. For help, write to ${supportEmail}.`,
  'not-published': ({ api, supportEmail }: Help & { api: UsageApi }) =>
    `The server cannot answer yet: ${unpublished[api]}. For help, write to ${supportEmail}.`,
  overloaded: () => 'The service has more requests than it can answer. Please ask again in a moment.',
  failed: ({ supportEmail }: Help) =>
    `The server failed while processing the request. It may be transient; if it persists, contact ${supportEmail}.`,

  'body-not-a-form': () => 'The body is not a form.',
  'body-cut-short': () => 'The body ended before it was whole.',
  'body-too-large': ({ most }: Most) => `The body is larger than ${most / 2 ** 20} MiB.`,
  'body-type-unknown': ({ types }: { types: string }) => `A body must be ${types}.`,
  'body-not-utf-8': () => 'The body is not UTF-8.',
  'body-with-nul': () => 'The request must not contain a NUL.',
  'body-not-json': ({ shape }: { shape: JsonShape }) => `The body is not JSON; ${shapes[shape]}.`,
  'body-not-an-object': () => `The body is not an object; ${shapes.names}.`,
  'domains-not-texts': () => `"domains" must be a list of texts; ${shapes.names}.`,
  'string-not-a-text': () => `"string" must be a text; ${shapes.names}.`,
  'points-not-a-list': () => `"points" must be a list; ${shapes.points}.`,

  'parameter-repeated': ({ name }: { name: string }) => `The parameter "${name}" is given more than once.`,
  'parameter-not-one-of': ({ name, choices }: { name: string; choices: readonly string[] }) =>
    `The parameter "${name}" must be one of ${choices.join(', ')}.`,
  'contains-invalid': ({ most }: Most) =>
    `The parameter "contains" must be 1 to ${most} of a–z, 0–9, hyphen and ā ē ī ō ū.`,
  'day-to-come': ({ name, today }: { name: string; today: string }) =>
    `The parameter "${name}" is a day that is still to come: today is ${today}.`,
  'nothing-published-then': ({ day, first }: { day: string; first: string | undefined }) =>
    `No coverage had been published by the end of ${day}.${first === undefined ? '' : ` The first day that can be asked is ${first}.`}`,
  'coverage-not-kept': ({ day, kept, hasMore }: NotKept) =>
    `The coverage of ${day} is not kept. Days that can be asked: ${kept.map(spanWords).join(', ')}${hasMore ? ', and earlier ones' : ''}.`,
  'days-reversed': () => 'The day "from" is after the day "to".',
  'since-missing': () =>
    'Say in the parameter "since" from where on you want changes: an answer of /1.1/releases has it.',
  'cursor-invalid': ({ name }: { name: string }) =>
    `The parameter "${name}" is not a cursor of this service: give the one of an answer as it is.`,
  'cursor-unknown': () =>
    'The register does not know this cursor, as after a restored backup: get /1.1/releases again, and go on with its "since".',
  'changes-too-many': ({ most }: Most) =>
    `More than ${most} names have changed since: get /1.1/releases again, and go on with its "since".`,
  'date-invalid': ({ name }: { name: string }) =>
    `The parameter "${name}" must be a day of the calendar, from ${firstYear} to ${lastYear}, written like 2026-11-21.`,

  'domains-misnamed': ({ name }: { name: string }) =>
    `The parameter "${name}" is not read; full domain names are asked for with "domains[]", once for each name.`,
  'nothing-asked': () => 'Ask with "string" (one label) or "domains[]" (full domain names); neither was given.',
  'string-empty': () => 'The parameter "string" is empty.',
  'string-too-long': ({ length, most }: Most & { length: number }) =>
    `The parameter "string" has ${length} characters; at most ${most} are allowed.`,
  'too-many-names': ({ count, most }: Most & { count: number }) =>
    `${count} names were asked for; at most ${most} are allowed in one request.`,

  'limit-reached': ({ limit, seconds }: Wait & { limit: number }) =>
    `The limit of ${limit} requests is reached; ask again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`,
  'not-on-an-allowlist': ({ address, page, supportEmail }: Help & Asking & { address: string }) =>
    `Your address ${address} is on no registrar's allowlist; to have it added, ask at ${page} or write to ${supportEmail}.`,
  'proxy-not-trusted': ({ supportEmail }: Help) =>
    `Your address cannot be known: a proxy stands in front: set TRUSTED_PROXIES. For help, write to ${supportEmail}.`,
  'address-unknown': ({ supportEmail }: Help) =>
    `Your address cannot be established, so it is on no registrar's allowlist; for help, write to ${supportEmail}.`,
  // the same text for every refused key, so that an answer never reveals which keys exist (N1)
  'key-refused': ({ page }: Asking) => `The api_key is missing or invalid; ask for one at ${page}.`,
  'key-in-authorization': () =>
    'The api_key is missing: the header Authorization is not read, so give the key as "api_key" in the query or in the header X-Api-Key.',
  'scope-missing': ({ lacking }: { lacking: readonly KeyScope[] }) =>
    `This key may not be used here: it lacks the ${lacking.length === 1 ? 'scope' : 'scopes'} ${lacking.map((scope) => `"${scope}"`).join(' and ')}.`,

  'point-refused': pointSentence,
  'networks-without-point': () => 'Ask with "x" (longitude) and "y" (latitude); at least one of them is missing.',
  'no-points': () => 'No point was asked for.',
  'too-many-points': ({ count, most }: Most & { count: number | 'more' }) =>
    `${count === 'more' ? `More than ${most}` : count} points were asked for; at most ${most} are allowed in one request.`,
  'not-a-pair': () => 'A point must be [latitude, longitude], each a text or a number.',
  'not-one-list': ({ lists }: { lists: readonly string[] }) =>
    `The body must have one of the lists ${lists.map((name) => `"${name}"`).join(', ')}.`,
  'addresses-not-a-list': ({ name }: { name: string }) => `"${name}" must be a list of texts.`,
  'address-not-a-text': () => 'An address must be a text.',
  'address-line-columns': ({ found, expected }: { found: number; expected: number }) =>
    `The line has ${counted(found, 'value')}, but the first line names ${counted(expected, 'column')}: put an address with commas in quotation marks.`,
  'no-addresses': () => 'No address was asked for.',
  'too-many-addresses': ({ most }: Most) => `At most ${most} addresses are allowed in one request.`,
  'addresses-not-loaded': () => 'This server has no addresses: ask by latitude and longitude.',
  'address-id-unknown': () =>
    'No address has this id. Ids may change when the addresses are updated: look the address up again.',
  'address-not-found': () => 'No address like this was found.',
  'address-unclear': () => 'The text does not clearly mean one address: choose one of the candidates.',
  'limit-invalid': ({ most }: Most) => `The parameter "limit" must be a whole number from 1 to ${most}.`,
  'not-a-line-of-two': () => 'A line must be latitude,longitude.',
  'too-few-lookups-left': ({ lookups, limit, remaining, seconds }: Wait & Lookups) =>
    `${lookups} points were asked for; of the ${limit} of this day ${remaining} are left. Ask for fewer, or again in ${seconds} seconds.`,
  'bulk-request-running': () => 'Another bulk request of this key is being answered; ask again when it has ended.',

  'no-such-tile': () => 'There is no such tile: zooms are 4 to 16, columns and rows 0 to 2^zoom - 1.',
  'no-such-layer': ({ layer }: { layer: number }) => `There is no tile layer ${layer}.`,
  'no-such-map-version': () => 'There is no such version of the map.',
  'tiles-not-drawn': () => 'The tiles of this layer are not made yet. Please ask again later.',
  'tiles-busy': () => 'Too many tiles are being made. Please ask again in a moment.',
  'tiles-busy-for-address': () => 'Too many tiles are being made for this address. Please ask again in a moment.',
  'preview-not-drawn': () => 'The picture cannot be drawn yet. Please ask again in a moment.',

  'area-without-corners': () =>
    'Give two opposite corners in "from" and "to": latitude and longitude with a comma between them, such as from=-41.33,174.7&to=-41.25,174.85.',
  'area-format-unknown': () => 'The parameter "format" may be json or csv.',
  'area-unmeasurable': rectangleSentence,
  'areas-busy': () => 'Too many areas are being measured. Please ask again in a moment.',

  'no-base-map-file': () => 'There is no such street map.',
  'no-figures': () => 'There are no figures of such areas.',
  'no-open-data': () => 'No coverage is offered for download here.',
  'no-data-file': () => 'There is no such file of open data.',
  'data-file-missing': () => 'This file is being made or copied. Please ask again in a few minutes.',
  'no-such-place-tile': () => 'There is no such tile: zooms are 8, 10, 12, 14, 15 and 16.',
  'search-empty': () => 'Say what to look for in the parameter "q".',
  'search-too-long': ({ length, most }: Most & { length: number }) =>
    `The text has ${length} characters; at most ${most} are read.`,
  'report-from-elsewhere': () => 'Only the pages of this site may send a report.',
  'report-type-unknown': () => 'A report is sent as application/json.',
  'report-too-large': ({ most }: Most) => `A report may have ${most} bytes.`,
} as const;

/** Why the APIs refuse a request: a code with its facts. */
export type ApiReason = ReasonsOf<typeof apiWords>;

/** The sentence of an error of the APIs (B2). */
export function apiSentence(reason: ApiReason): string {
  return (apiWords[reason.code] as (facts: ApiReason) => string)(reason);
}

type JsonShape = keyof typeof shapes;

const shapes = {
  names: 'a JSON body must be {"string": "…", "domains": ["…"]}',
  points: 'a JSON body must be {"points": [[latitude, longitude], …]}',
  places: 'a JSON body must be {"points": [[latitude, longitude], …]}, {"address_ids": […]} or {"addresses": […]}',
} as const;

interface Lookups {
  readonly lookups: number;
  readonly limit: number;
  readonly remaining: number;
}

interface RefusedPoint {
  readonly parsed: ParsedPoint & { readonly ok: false };
  readonly y: string;
  readonly x: string;
}

/** Coordinates that are not numbers (N2) or are outside the service box (N1), with at most 40 characters of each. */
function pointSentence({ parsed: { fields, reason }, y, x }: RefusedPoint): string {
  const shown = (text: string) => (text.length <= 40 ? text : `${text.slice(0, 40)}…`);
  const given = `The ${fields.map((field) => `${field} "${shown(field === 'latitude' ? y : x)}"`).join(' and the ')}`;
  const isOne = fields.length === 1;
  if (reason === 'not a number') {
    return `${given} ${isOne ? 'is not a number' : 'are not numbers'} in the form this service reads: digits with at most 7 decimals, such as -41.2865 or 174.7762.`;
  }
  const { south, north, west, east } = serviceArea;
  const isSwapped = !isOne && parsePoint(x, y).ok;
  return `${given} ${isOne ? 'is' : 'are'} out of the service coverage area: latitude ${south} to ${north}, longitude ${west} to ${east}.${isSwapped ? ' The other way round they are inside: the latitude comes first.' : ''}`;
}

function rectangleSentence({ reason, width, height }: Omit<UnmeasurableRectangle, 'ok'>): string {
  if (reason === 'empty') return 'The rectangle has no area: its corners must differ.';
  if (reason === 'outside') return 'The rectangle lies outside of the service coverage area.';
  const size = `${Math.ceil(width)} × ${Math.ceil(height)} km`;
  return `The rectangle is ${size}; at most ${longestSide} × ${longestSide} km can be measured.`;
}
