import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { staffScreen } from '#app/admin/coverage/import/staff-screen.ts';
import { requireStaff } from '#app/admin/guard.ts';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { connections } from '#db/client.ts';
import { getInspection } from '#flows/broadband/import/file-jobs.ts';
import { InspectionContent } from './InspectionContent.tsx';

export const metadata: Metadata = { title: 'Import a coverage file' };

export default async function InspectionPage({ params }: { params: Promise<{ inspection: string }> }) {
  await requireStaff('editor');
  const known = getInspection(connections().reader, numberOf((await params).inspection));
  if (known === undefined) notFound();
  return <InspectionContent known={known} screen={staffScreen} />;
}
