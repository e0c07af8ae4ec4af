import { VisuallyHidden } from '@mantine/core';
import type { Metadata } from 'next';
import Link from 'next/link';
import { requireStaff } from '#app/admin/guard.ts';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { now } from '#lib/clock.ts';
import { counted } from '#lib/counted.ts';
import { pendingReleaseDays, windowSeconds } from '#lib/registry/release/release.ts';
import { aucklandMidnight, dayOf } from '#lib/time/auckland.ts';
import { type DayCell, type MonthSheet, monthSheets } from '#lib/time/month-weeks.ts';
import { releaseCalendar } from '#server/registry/droplist.ts';
import styles from './calendar.module.css';

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

interface MonthProps {
  readonly sheet: MonthSheet;
  /** How many names drop, by day (`YYYY-MM-DD`); days without any are left out. */
  readonly counts: ReadonlyMap<string, number>;
  /** The first and the last day that are counted. */
  readonly first: string;
  readonly last: string;
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const monthName = new Intl.DateTimeFormat('en-NZ', { timeZone: 'UTC', month: 'long', year: 'numeric' });
const monthOfDay = new Intl.DateTimeFormat('en-NZ', { timeZone: 'UTC', month: 'long' });

/** One month: how many names drop on each day, with links to them. */
function Month({ sheet, counts, first, last }: MonthProps) {
  const most = Math.max(1, ...counts.values());
  return (
    <table className={styles.month}>
      <caption className={styles.caption}>{monthName.format(new Date(`${sheet.month}-01`))}</caption>
      <thead>
        <tr>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col" className={styles.weekday}>
              <abbr title={weekday}>{weekday.slice(0, 3)}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sheet.weeks.map((week) => (
          <tr key={week.find((cell) => cell !== null)}>
            {week.map((cell, place) => (
              <td key={weekdays[place]} className={styles.cell}>
                <Day
                  day={cell !== null && cell >= first && cell <= last ? cell : null}
                  shown={cell}
                  count={counts.get(cell ?? '') ?? 0}
                  most={most}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  /** Null for a day that is not counted. */
  readonly day: string | null;
  readonly shown: DayCell;
  readonly count: number;
  readonly most: number;
}

function Day({ day, shown, count, most }: DayProps) {
  if (shown === null) return null;
  const date = <span className={styles.date}>{Number(shown.slice(8))}</span>;
  if (day === null) return <div className={styles.past}>{date}</div>;
  if (count === 0) {
    return (
      <div className={styles.day}>
        {date}
        <span className={styles.none}>0</span>
      </div>
    );
  }
  return (
    <Link prefetch={false} className={styles.day} href={`/admin/register/names?state=pending&from=${day}&until=${day}`}>
      <span className={styles.date}>
        {Number(day.slice(8))} <VisuallyHidden>{monthOfDay.format(new Date(day))}:</VisuallyHidden>
      </span>{' '}
      <span className={styles.count}>
        {count.toLocaleString('en-NZ')} <VisuallyHidden>{count === 1 ? 'name' : 'names'}</VisuallyHidden>
      </span>
      <span className={styles.bar} style={{ inlineSize: `${Math.max(4, Math.round((count / most) * 100))}%` }} />
    </Link>
  );
}
