import { openWriter } from '#db/client.ts';
import { settings } from '#lib/env.ts';
import { scheduleReleases } from '#server/background/release-schedule.ts';

// The release job without the rest of the server, for tests that kill many.
scheduleReleases(openWriter(settings().databaseFile), () => {});
