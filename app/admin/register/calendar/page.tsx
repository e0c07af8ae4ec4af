import type { Metadata } from 'next';
import { requireStaff } from '#app/admin/guard.ts';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { now } from '#lib/clock.ts';
import { counted } from '#lib/counted.ts';
import { pendingReleaseDays, windowSeconds } from '#lib/registry/release/release.ts';
import { aucklandMidnight, dayOf } from '#lib/time/auckland.ts';
import { monthSheets } from '#lib/time/month-weeks.ts';
import { releaseCalendar } from '#server/registry/release-calendar.ts';
import styles from './calendar.module.css';
import { Month } from './Month.tsx';

export const metadata: Metadata = { title: 'Coming releases' };

/** A name that is cancelled today drops at about the end of this time. */
const days = pendingReleaseDays;

export default async function CalendarPage() {
  await requireStaff();
  const nowMs = now();
  const first = dayOf(nowMs);
  const last = dayOf(aucklandMidnight(nowMs, days - 1));
  const counts = new Map([...releaseCalendar(nowMs)].filter(([day]) => day >= first && day <= last));
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return (
    <RegisterPage
      title="Coming releases"
      intro={
        <>
          {counted(total, 'name drops', 'names drop')} in the next {days} days, each {windowSeconds} seconds after
          midnight, unless it is restored before its release date.
        </>
      }
    >
      <div className={styles.months}>
        {monthSheets(first, days).map((sheet) => (
          <Month key={sheet.month} sheet={sheet} counts={counts} first={first} last={last} />
        ))}
      </div>
    </RegisterPage>
  );
}
