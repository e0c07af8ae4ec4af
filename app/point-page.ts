import { notFound } from 'next/navigation';
import { type NamedPoint, parsePermalink } from '#lib/map/permalink.ts';

/** The props of the page of a point. */
export interface PointPageProps {
  readonly params: Promise<{ readonly lat: string; readonly lng: string }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** The point in the address of a page; 404 if it is not valid. */
export async function pointOfPage({ params, searchParams }: PointPageProps): Promise<NamedPoint> {
  const { lat, lng } = await params;
  const { address } = await searchParams;
  const search = typeof address === 'string' ? `?${new URLSearchParams({ address })}` : '';
  return parsePermalink(`/availability/${lat}/${lng}`, search) ?? notFound();
}
