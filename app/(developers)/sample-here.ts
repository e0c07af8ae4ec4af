import { connections } from '#db/client.ts';
import { registerPosition } from '#db/registry/upcoming-releases.ts';
import { listAreaSets } from '#db/statistics/area-sets.ts';
import { now } from '#lib/clock.ts';
import type { Sample } from '#lib/developers/endpoints.ts';
import { cursorOf } from '#lib/registry/release/upcoming.ts';

/** A request that this server answers: a set of areas and a cursor of the sample are another server's, and not known here. */
export function sampleHere(sample: Sample): Sample {
  const { reader } = connections();
  const ofThisServer: Readonly<Record<string, () => string | undefined>> = {
    set: () => listAreaSets(reader)[0]?.slug,
    since: () => cursorOf(registerPosition(reader, now())),
  };
  const values = Object.entries(sample.values).map(([name, value]) => [name, ofThisServer[name]?.() ?? value]);
  return { ...sample, values: Object.fromEntries(values) };
}
