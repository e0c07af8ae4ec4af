import Link from 'next/link';
import type { ReactNode } from 'react';
import { Breakable } from '#components/admin/Breakable.tsx';
import type { Waiting } from '#components/admin/shell/Navigation.tsx';
import { Shell } from '#components/admin/shell/Shell.tsx';
import { connections } from '#db/client.ts';
import { countUnanswered } from '#db/reports/answers.ts';
import { countWaiting } from '#db/waiting.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import styles from './AdminPage.module.css';
import type { Staff } from './guard.ts';
import { SignOutButton } from './SignOutButton.tsx';
import { getSession } from './session.ts';

export interface AdminPageProps {
  /** Links to the screens of the same subject, above the title. */
  readonly navigation?: ReactNode;
  readonly title: string;
  /** A sentence below the title: what the screen is for. */
  readonly intro?: ReactNode;
  /** Its state as a word, after the title. */
  readonly state?: ReactNode;
  /** Links to the parts of what the screen shows, below the title. */
  readonly tabs?: ReactNode;
  /** Buttons and links beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One staff screen: navigation, a title, what can be done here, and the content. */
export async function AdminPage({ navigation, title, state, intro, tabs, actions, children }: AdminPageProps) {
  const session = await getSession();
  const staff = session?.state === 'signed-in' ? session.staff : undefined;
  return (
    <Shell
      staff={staff}
      waiting={staff === undefined ? {} : waitingFor(staff)}
      signOut={session !== undefined && <SignOutButton />}
    >
      {navigation}
      <div className={styles.heading}>
        <h1 className={styles.title}>
          <Breakable text={title} />
        </h1>
        {state !== undefined && <p className={styles.state}>{state}</p>}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      {tabs}
      {children}
    </Shell>
  );
}

/** How many things wait on each screen that the person sees, by its path. */
function waitingFor({ role, providerId }: Staff): Waiting {
  if (providerId !== null) return { '/admin/own/reports': countUnanswered(connections().reader.db, providerId) };
  if (!isRoleEnough(role, 'viewer')) return {};
  const { alarms, reports, requests, failedMessages, versions } = countWaiting(connections().reader);
  return {
    '/admin': alarms,
    '/admin/coverage': versions,
    '/admin/reports': reports,
    '/admin/requests': requests,
    '/admin/outbox': failedMessages,
  };
}

/** Leads from a thing to the list that it is in. */
export function BackLink({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <p>
      <Link href={href} prefetch={false} className={styles.back}>
        <span aria-hidden="true">‹ </span>
        {children}
      </Link>
    </p>
  );
}
