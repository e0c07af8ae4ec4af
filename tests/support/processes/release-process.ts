import { openWriter } from '#db/client.ts';
import { settings } from '#lib/env.ts';
import { scheduleReleases } from '#server/background/release-schedule.ts';

// The release job of a server without the rest of it, for a test that kills many.
scheduleReleases(openWriter(settings().databaseFile), () => {});
