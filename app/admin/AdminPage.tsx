import type { ReactNode } from 'react';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Shell } from '#components/admin/shell/Shell.tsx';
import styles from './AdminPage.module.css';
import { SignOutButton } from './SignOutButton.tsx';
import { getSession } from './session.ts';

export interface AdminPageProps {
  /** Links to the screens of the same subject, above the title. */
  readonly navigation?: ReactNode;
  readonly title: string;
  /** A sentence below the title: what the screen is for. */
  readonly intro?: ReactNode;
  /** Buttons and links beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One staff screen: navigation, a title, what can be done here, and the content. */
export async function AdminPage({ navigation, title, intro, actions, children }: AdminPageProps) {
  const session = await getSession();
  return (
    <Shell
      staff={session?.state === 'signed-in' ? session.staff : undefined}
      signOut={session !== undefined && <SignOutButton />}
    >
      {navigation}
      <div className={styles.heading}>
        <h1 className={styles.title}>
          <Breakable text={title} />
        </h1>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      {children}
    </Shell>
  );
}
