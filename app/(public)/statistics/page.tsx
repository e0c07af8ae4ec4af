import type { Metadata } from 'next';
import { MessagePage } from '#components/frame/MessagePage.tsx';
import { measuredSet, measuredSets } from '#server/statistics/figures.ts';
import { type Asked, SetFigures } from './SetFigures.tsx';
import { FigureWords } from './statistics-words.ts';

export function generateMetadata(): Metadata {
  const words = new FigureWords();
  return { title: words.say('title'), description: words.say('description') };
}

/** The figures of the first set of areas. */
export default async function StatisticsPage({ searchParams }: { readonly searchParams: Promise<Asked> }) {
  const words = new FigureWords();
  const [set] = measuredSets();
  const measured = set && measuredSet(set);
  if (measured === undefined) {
    return (
      <MessagePage title={words.say('title')}>
        <p>{words.say('none')}</p>
      </MessagePage>
    );
  }
  return <SetFigures measured={measured} asked={await searchParams} words={words} />;
}
