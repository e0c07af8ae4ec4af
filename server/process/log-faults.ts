import { setFaultListener } from '#lib/http/endpoint.ts';
import { log } from './log.ts';

/** Puts every fault that became a 500 or 503 into the log, under the id its caller was given. */
export function logFaults(): void {
  setFaultListener((fault, requestId) => {
    log().error({ id: requestId, fault: fault instanceof Error ? fault.stack : String(fault) });
  });
}
