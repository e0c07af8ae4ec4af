import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { preload } from 'react-dom';
import { formatPoint } from '#lib/map/degrees.ts';
import { wordsForOutcome } from '#lib/map/outcome-words.ts';
import { type NamedPoint, parsePermalink } from '#lib/map/permalink.ts';
import { summariseResults } from '#lib/map/words.ts';
import { pageFacts } from '#server/page-facts.ts';
import { pageOutcome } from '#server/page-outcome.ts';
import { pageWords } from '#server/page-words.ts';
import { Explorer } from '../../../../../components/map/Explorer.tsx';

interface PointPageProps {
  readonly params: Promise<{ lat: string; lng: string }>;
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(props: PointPageProps): Promise<Metadata> {
  const asked = await askedBy(props);
  const { say } = pageWords();
  const outcome = await pageOutcome(asked.point.latitude, asked.point.longitude);
  const description =
    outcome.kind === 'answered'
      ? summariseResults(say, outcome.results)
      : wordsForOutcome(say, outcome, asked.point, pageFacts().supportEmail).title;
  return {
    title: asked.address ?? formatPoint(say, asked.point),
    description,
    // they are people's homes
    robots: { index: false },
  };
}

/** The page of a point: the answer stands in it before any script runs. */
export default async function PointPage(props: PointPageProps) {
  const asked = await askedBy(props);
  preload('/land/nz.json', { as: 'fetch', crossOrigin: 'anonymous' });
  const outcome = await pageOutcome(asked.point.latitude, asked.point.longitude);
  return <Explorer {...pageFacts()} first={{ ...asked, origin: 'link', outcome }} />;
}

async function askedBy({ params, searchParams }: PointPageProps): Promise<NamedPoint> {
  const { lat, lng } = await params;
  const { address } = await searchParams;
  const search = typeof address === 'string' ? `?${new URLSearchParams({ address })}` : '';
  return parsePermalink(`/availability/${lat}/${lng}`, search) ?? notFound();
}
