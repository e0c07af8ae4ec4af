import { useOf } from '#app/(developers)/own-access.ts';
import { developerPageWords } from '#app/(developers)/words.ts';
import { UseTable } from '#components/developers/account/UseTable.tsx';
import { fill } from '#lib/messages/developers/words.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import { durationWords } from '#lib/usage/words.ts';

/** The requests of a key or registrar: the last 24 hours by the hour, and the last 30 days by the day. */
export function Use({ api, accountId }: { readonly api: UsageApi; readonly accountId: number }) {
  const words = developerPageWords();
  const [day, month] = [useOf(api, accountId, '24h'), useOf(api, accountId, '30d')];
  const timeOf = (p95Ms: number | undefined) =>
    p95Ms === undefined ? null : <p>{fill(words.timeOfOwn, { time: durationWords(p95Ms) })}</p>;
  return (
    <>
      <UseTable words={words} caption={words.lastDay} span="hour" rows={day.rows} note={timeOf(day.p95Ms)} />
      <UseTable words={words} caption={words.lastMonth} span="day" rows={month.rows} note={timeOf(month.p95Ms)} />
    </>
  );
}
