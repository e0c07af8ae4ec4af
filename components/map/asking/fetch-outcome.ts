import { type Outcome, readOutcome } from '#lib/map/answer/outcome.ts';
import { type MapPoint, writeDegrees } from '#lib/map/degrees.ts';

const patienceMs = 20_000;

/** Asks the broadband API about a point, as any other caller of it would; always ends with an outcome. */
export async function fetchOutcome(point: MapPoint, siteKey: string, signal: AbortSignal): Promise<Outcome> {
  const path = `/api/1.0/availability/yx/${writeDegrees(point.latitude)}/${writeDegrees(point.longitude)}`;
  const attempt = new AbortController();
  const giveUp = () => attempt.abort();
  const timer = setTimeout(giveUp, patienceMs);
  signal.addEventListener('abort', giveUp);
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
    signal.removeEventListener('abort', giveUp);
  }
}

/** A body that broke off on the way is the connection's fault; one that is no JSON is ours. */
async function parseJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
