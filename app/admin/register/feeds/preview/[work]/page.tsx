import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { requireStaff } from '#app/admin/guard.ts';
import { DifferenceView } from '#app/admin/register/feeds/DifferenceView.tsx';
import { absentNames, getPreview } from '#app/admin/register/feeds/preview-of.ts';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { numberOf } from '#app/admin/row-number.ts';
import { JobProgress } from '#app/admin/work/JobProgress.tsx';
import { JobReport } from '#app/admin/work/JobReport.tsx';
import { jobView } from '#app/admin/work/job-view.ts';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { settings } from '#lib/env.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { ConfirmImport } from './ConfirmImport.tsx';

export const metadata: Metadata = { title: 'What a file would change' };

export default async function PreviewPage({ params }: { params: Promise<{ work: string }> }) {
  const staff = await requireStaff();
  const preview = getPreview(connections().reader, numberOf((await params).work));
  if (preview === undefined) notFound();
  const { work, found } = preview;
  const mayEdit = isRoleEnough(staff.role, 'editor');
  return (
    <RegisterPage
      title={work.title}
      intro="Nothing has changed yet."
      actions={
        <LinkButton variant="default" href="/admin/register/feeds">
          All feeds
        </LinkButton>
      }
    >
      {found === undefined ? (
        <Section title="The comparison">
          <JobProgress key={`${work.id} ${work.state}`} job={jobView(work)} title={work.title} mayCancel={mayEdit} />
          <JobReport fault={work.fault} />
        </Section>
      ) : (
        <>
          <Section
            title="What it would change"
            intro={`${found.kind === 'replace' ? 'As the whole register' : 'As changes'}; ${found.counts.unchanged.toLocaleString('en-NZ')} names stay as they are.`}
          >
            <DifferenceView counts={found.counts} difference={found.difference} />
          </Section>
          {mayEdit && (
            <Section title="Import it">
              <ConfirmImport
                preview={work.id}
                tooMany={
                  found.refusal === null ? undefined : { absent: absentNames(found), allowed: settings().maxMissing }
                }
              />
            </Section>
          )}
        </>
      )}
    </RegisterPage>
  );
}
