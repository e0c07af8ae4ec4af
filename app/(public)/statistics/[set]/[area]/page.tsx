import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AboutFigures } from '#app/(public)/statistics/AboutFigures.tsx';
import { FigureForm } from '#app/(public)/statistics/FigureForm.tsx';
import type { Asked } from '#app/(public)/statistics/SetFigures.tsx';
import { ShareSeries } from '#app/(public)/statistics/ShareSeries.tsx';
import styles from '#app/(public)/statistics/statistics.module.css';
import { FigureWords } from '#app/(public)/statistics/statistics-words.ts';
import { ScrollGroup } from '#components/ui/ScrollGroup.tsx';
import { connections } from '#db/client.ts';
import { figuresOfArea } from '#db/statistics/figures.ts';
import { settings } from '#lib/env.ts';
import { type AreaFigures, allTogether } from '#lib/statistics/area-figures.ts';
import {
  addressedOf,
  amountOf,
  choiceQuery,
  type FigureChoice,
  readFigureChoice,
  shareOf,
} from '#lib/statistics/figure-choice.ts';
import { speedSteps } from '#lib/statistics/reach.ts';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '#lib/tiles/picture/preview.ts';
import { measuredSetAt, technologyIdsOf } from '#server/statistics/figures.ts';

interface AreaPageProps {
  readonly params: Promise<{ readonly set: string; readonly area: string }>;
  readonly searchParams: Promise<Asked>;
}

export async function generateMetadata({ params }: AreaPageProps): Promise<Metadata> {
  const words = new FigureWords();
  const { measured, area } = await areaAt(params);
  const usual = readFigureChoice({}, [], addressedOf([area]));
  const share = words.share(amountOf(area, usual));
  const title = words.say('areaTitle', { area: area.name });
  const description = words.say('areaDescription', { area: area.name, share, of: words.shareOf(usual.of) });
  const { baseUrl } = settings();
  const path = `/statistics/${measured.set.slug}/${area.slug}`;
  return {
    title,
    description,
    openGraph: {
      type: 'website',
      siteName: 'Wātea',
      locale: words.locale,
      title,
      description,
      url: `${baseUrl}${words.link(path)}`,
      images: [
        {
          url: `${baseUrl}${path}/picture.png`,
          width: PREVIEW_WIDTH,
          height: PREVIEW_HEIGHT,
          alt: words.say('picture', { area: area.name, share }),
        },
      ],
    },
    twitter: { card: 'summary_large_image' },
  };
}

/** The figures of one area, by technology and speed, and how they have changed. */
export default async function AreaPage({ params, searchParams }: AreaPageProps) {
  const words = new FigureWords();
  const { measured, area } = await areaAt(params);
  const { set } = measured;
  const technologyIds = technologyIdsOf([area]);
  const addressed = addressedOf([area]);
  const choice = readFigureChoice(await searchParams, technologyIds, addressed);
  const figures = figuresOfArea(connections().reader, set.id, area.slug);
  const series = measured.series.flatMap(({ id, at }) => {
    const then = figures.get(id);
    return then === undefined ? [] : [{ at, share: shareOf(amountOf(then, choice)) }];
  });
  return (
    <div className={styles.page} data-scrolls="whole">
      <header className={styles.head}>
        <p>
          <a href={words.link(`/statistics/${set.slug}?${choiceQuery(choice)}`)}>{words.say('allAreas')}</a>
        </p>
        <h1>{words.say('areaTitle', { area: area.name })}</h1>
      </header>
      <FigureForm {...{ words, choice, technologyIds, addressed }} />
      <p className={styles.answer}>
        <strong>{words.share(amountOf(area, choice))}</strong> {words.shown(choice)}
      </p>
      <TechnologyTable {...{ area, choice, technologyIds, words }} />
      <ShareSeries series={series} words={words} />
      <p>
        <a href={words.link('/')}>{words.say('mapLink')}</a>
      </p>
      <AboutFigures measured={measured} words={words} />
    </div>
  );
}

async function areaAt(params: AreaPageProps['params']) {
  const { set, area: slug } = await params;
  const measured = measuredSetAt(set);
  const area = measured?.figures.find((known) => known.slug === slug);
  if (measured === undefined || area === undefined) notFound();
  return { measured, area };
}

interface TechnologyTableProps {
  readonly area: AreaFigures;
  readonly choice: FigureChoice;
  readonly technologyIds: readonly number[];
  readonly words: FigureWords;
}

function TechnologyTable({ area, choice, technologyIds, words }: TechnologyTableProps) {
  const caption = words.say('caption', {
    availability: words.availability(choice.availability),
    of: words.shareOf(choice.of),
  });
  return (
    <section>
      <h2>{words.say('perTechnology')}</h2>
      <ScrollGroup label={caption} className={styles.scroll}>
        <table className={styles.table}>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{words.say('technology')}</th>
              {speedSteps.map((mbps, step) => (
                <th key={mbps} scope="col" className={styles.number}>
                  {words.speed(step)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[allTogether, ...technologyIds.map(String)].map((technology) => (
              <tr key={technology}>
                <th scope="row">{words.technology(technology)}</th>
                {speedSteps.map((mbps, step) => (
                  <td key={mbps} className={styles.number}>
                    {words.share(amountOf(area, { ...choice, technology, step }))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollGroup>
    </section>
  );
}
