import { setFaultListener } from '#lib/http/endpoint.ts';
import { log } from './log.ts';

/** Logs every fault that became a 500 or 503, with the request id that the caller was given. */
export function logFaults(): void {
  setFaultListener((fault, requestId) => {
    log().error({ id: requestId, fault: fault instanceof Error ? fault.stack : String(fault) });
  });
}
