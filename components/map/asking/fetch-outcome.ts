import { type Outcome, readOutcome } from '#lib/map/answer/outcome.ts';
import { type MapPoint, writeDegrees } from '#lib/map/degrees.ts';

const timeoutMs = 20_000;

/** Asks the broadband API about a point, like any other client. It never throws. */
export async function fetchOutcome(point: MapPoint, siteKey: string, signal: AbortSignal): Promise<Outcome> {
  const path = `/api/1.0/availability/yx/${writeDegrees(point.latitude)}/${writeDegrees(point.longitude)}`;
  const attempt = new AbortController();
  const abort = () => attempt.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal.addEventListener('abort', abort);
  try {
    const response = await fetch(path, { headers: { 'X-Api-Key': siteKey }, signal: attempt.signal });
    return readOutcome({
      status: response.status,
      body: await parseJson(response),
      retryAfter: response.headers.get('Retry-After'),
      requestId: response.headers.get('X-Request-Id'),
    });
  } catch {
    return { kind: navigator.onLine ? 'unreachable' : 'offline' };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** An interrupted body throws, as a fault of the connection; one that is not JSON is undefined, as a fault of the server. */
async function parseJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
