import type { Metadata } from 'next';
import { pageWords } from '#app/page-words.ts';
import { AreaExplorer } from '#components/area/AreaExplorer.tsx';
import { getExchange } from '#lib/http/exchange.ts';
import { type AreaOutcome, type MapArea, parseArea } from '#lib/map/area/area.ts';
import { measureArea, takeArea } from '#server/broadband/area.ts';
import { pageFacts } from '#server/pages/rendered/page-facts.ts';

interface AreaPageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export async function generateMetadata(props: AreaPageProps): Promise<Metadata> {
  const { say } = pageWords();
  const robots = (await areaOf(props)) === undefined ? undefined : { index: false };
  return { title: say('area.title'), description: say('area.description'), robots };
}

/** The page to measure an area. If its address has two corners, the shares are in the HTML. */
export default async function AreaPage(props: AreaPageProps) {
  const { maps } = pageFacts();
  const area = await areaOf(props);
  const first = area && { area, outcome: await outcomeOf(area) };
  return <AreaExplorer maps={maps} first={first} />;
}

async function areaOf({ searchParams }: AreaPageProps): Promise<MapArea | undefined> {
  const { from, to } = await searchParams;
  return parseArea(typeof from === 'string' ? from : null, typeof to === 'string' ? to : null);
}

async function outcomeOf(area: MapArea): Promise<AreaOutcome> {
  const exchange = getExchange();
  if (exchange === undefined) return { kind: 'fault' };
  const { isAdmitted } = await takeArea(exchange);
  const outcome = isAdmitted ? await measureArea(area) : undefined;
  return outcome === undefined || outcome.kind === 'busy' ? { kind: 'limit reached' } : outcome;
}
