import { getPublishedId } from '#db/broadband/versions.ts';
import { connections } from '#db/client.ts';
import { receiveReport } from '#flows/reports/reports.ts';
import { isOwnPageRequest } from '#lib/access/keys/site-key.ts';
import { degreesText, longitudeOf } from '#lib/broadband/point.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { type Answer, errorAnswer } from '#lib/http/answer.ts';
import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import type { ApiRequest } from '#lib/http/target.ts';
import { parseVisitorReport, type VisitorReport } from '#lib/reports/visitor-report.ts';
import { admissionOf, limits, refusalOf } from '#server/access/limits.ts';
import { coverage } from '#server/broadband/coverage.ts';

const mostBytes = 16 * 1024;

/** `POST /reports`: a visitor of this site's own pages says what is wrong at a point. Not part of the two APIs. */
const handle = endpoint(publicPaths.reports, async (request, exchange) => {
  const { limitKey } = exchange.caller;
  if (!isOwnPage(request)) {
    const refused = await refusalOf(limitKey, errorAnswer(403, { code: 'report-from-elsewhere' }));
    if (!refused.ok) return refused.answer;
  }
  const admitted = admissionOf(await limits().takeReporter(limitKey, now()));
  if (!admitted.ok) return admitted.answer;
  const headers = { ...admitted.headers, 'Cache-Control': 'private, no-store' };
  if (!/^application\/json(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
    return errorAnswer(415, { code: 'report-type-unknown' }, headers);
  }
  const body = await exchange.readBody(mostBytes);
  if (body === null) return errorAnswer(413, { code: 'report-too-large', most: mostBytes }, headers);

  const parsed = parseVisitorReport(Buffer.from(body).toString('utf8'));
  if (!parsed.ok) return errorAnswer(400, parsed.reason, headers);
  const room = admissionOf(await limits().takeReport(now()));
  if (!room.ok) return room.answer;
  return { status: 201, headers, body: JSON.stringify(await keep(parsed.report)) } satisfies Answer;
});

function isOwnPage({ headers }: ApiRequest): boolean {
  const evidence = {
    secFetchSite: headers.get('sec-fetch-site') ?? undefined,
    referer: headers.get('referer') ?? undefined,
  };
  return isOwnPageRequest(evidence, settings().baseUrl);
}

/** @returns the number of the report, and the link by which its visitor sees what came of it */
function keep(report: VisitorReport) {
  const [y, x] = [degreesText(report.point.y), degreesText(longitudeOf(report.point))];
  const answer = String(coverage().answerAt(report.point, x, y));
  const versionId = getPublishedId(connections().reader.db);
  const { baseUrl, notifications } = settings();
  const mailing = { baseUrl, isMailSet: notifications.mail !== undefined };
  return receiveReport(connections().writer, report, { answer, versionId }, mailing, now());
}

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
