import { setFaultListener } from '#lib/http/endpoint.ts';
import { damageIn } from '#lib/readiness/damage.ts';
import { reportDamage, reportUnreadableJson } from './faults.ts';
import { log } from './log.ts';

/**
 * Logs every fault that became a 500 or 503, with the request id that the caller was given. One that shows damage stops
 * this process from answering that API.
 */
export function logFaults(): void {
  reportUnreadableJson();
  setFaultListener((fault, requestId, api) => {
    log().error({ id: requestId, fault: fault instanceof Error ? fault.stack : String(fault) });
    const damage = damageIn(fault);
    if (damage !== undefined && api !== undefined) reportDamage(api, damage);
  });
}
