import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { InspectionContent } from '#app/admin/coverage/import/[inspection]/InspectionContent.tsx';
import { requireOwnNetwork } from '#app/admin/guard.ts';
import { ownScreen } from '#app/admin/own/import/own-screen.ts';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { connections } from '#db/client.ts';
import { getInspection } from '#flows/broadband/import/file-jobs.ts';

export const metadata: Metadata = { title: 'Deliver a coverage file' };

export default async function OwnInspectionPage({ params }: { params: Promise<{ inspection: string }> }) {
  const own = await requireOwnNetwork();
  const known = getInspection(connections().reader, numberOf((await params).inspection), own.id);
  if (known === undefined) notFound();
  return <InspectionContent known={known} screen={ownScreen(own.name)} own={own} />;
}
