import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { pageWords } from '#app/page-words.ts';
import type { PointPageProps } from '#app/point-page.ts';
import { CompareExplorer } from '#components/compare/CompareExplorer.tsx';
import type { Question } from '#components/map/asking/question.ts';
import { formatPoint } from '#lib/map/degrees.ts';
import { type Comparison, type NamedPoint, parseComparison } from '#lib/map/permalink.ts';
import { pageFacts } from '#server/pages/rendered/page-facts.ts';
import { pageOutcome } from '#server/pages/rendered/page-outcome.ts';

export async function generateMetadata(props: PointPageProps): Promise<Metadata> {
  const { first, second } = await comparedBy(props);
  const { say } = pageWords();
  const places = [first, second].flatMap((asked) => (asked ? [asked.address ?? formatPoint(say, asked.point)] : []));
  return {
    title: say('compare.title'),
    description: places.join(' · '),
    // points are people's homes
    robots: { index: false },
  };
}

/** The page to compare two points, with both answers in the HTML. */
export default async function ComparePage(props: PointPageProps) {
  const { first, second } = await comparedBy(props);
  const { siteKey, supportEmail, demonstration, hasAddresses, maps, dataDays } = pageFacts();
  return (
    <CompareExplorer
      {...{ siteKey, supportEmail, demonstration, hasAddresses, maps, dataDays }}
      first={await answered(first)}
      second={second && (await answered(second))}
    />
  );
}

async function answered(asked: NamedPoint): Promise<Question> {
  return { ...asked, origin: 'link', outcome: await pageOutcome(asked.point) };
}

async function comparedBy({ params, searchParams }: PointPageProps): Promise<Comparison> {
  const { lat, lng } = await params;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(await searchParams)) if (typeof value === 'string') query.set(name, value);
  return parseComparison(`/compare/${lat}/${lng}`, String(query)) ?? notFound();
}
