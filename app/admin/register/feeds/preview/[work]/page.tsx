import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { connections } from '#db/client.ts';
import { isRoleEnough } from '#lib/access/staff/role.ts';
import { settings } from '#lib/env.ts';
import { LinkButton } from '../../../../../../components/admin/LinkButton.tsx';
import { Section } from '../../../../../../components/admin/Section.tsx';
import { WorkProgress } from '../../../../../../components/admin/work/WorkProgress.tsx';
import { WorkReport } from '../../../../../../components/admin/work/WorkReport.tsx';
import { requireStaff } from '../../../../guard.ts';
import { numberOf } from '../../../../page-wanted.ts';
import { workView } from '../../../../work/work-view.ts';
import { RegisterPage } from '../../../RegisterPage.tsx';
import { DifferenceView } from '../../DifferenceView.tsx';
import { absentNames, getPreview } from '../../preview-of.ts';
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
          <WorkProgress key={`${work.id} ${work.state}`} work={workView(work)} title={work.title} mayCancel={mayEdit} />
          <WorkReport outcome={null} fault={work.fault} />
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
                  found.refusal === undefined
                    ? undefined
                    : { absent: absentNames(found), allowed: settings().maxMissing }
                }
              />
            </Section>
          )}
        </>
      )}
    </RegisterPage>
  );
}
