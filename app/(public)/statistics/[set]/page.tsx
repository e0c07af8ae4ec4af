import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { type Asked, SetFigures } from '#app/(public)/statistics/SetFigures.tsx';
import { FigureWords } from '#app/(public)/statistics/statistics-words.ts';
import { measuredSetAt } from '#server/statistics/figures.ts';

interface SetPageProps {
  readonly params: Promise<{ readonly set: string }>;
  readonly searchParams: Promise<Asked>;
}

export async function generateMetadata({ params }: SetPageProps): Promise<Metadata> {
  const words = new FigureWords();
  const name = measuredSetAt((await params).set)?.set.name;
  const title = name === undefined ? words.say('title') : `${words.say('title')}: ${name}`;
  return { title, description: words.say('description') };
}

/** The figures of a set of areas. */
export default async function SetPage({ params, searchParams }: SetPageProps) {
  const measured = measuredSetAt((await params).set);
  if (measured === undefined) notFound();
  return <SetFigures measured={measured} asked={await searchParams} words={new FigureWords()} />;
}
