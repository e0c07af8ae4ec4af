'use client';

import { Stack } from '@mantine/core';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { State } from '#components/admin/State.tsx';
import { browserName } from '#lib/staff/browser-name.ts';
import { endOtherSessions, endSession } from './actions.ts';
import styles from './OwnList.module.css';

interface SessionListProps {
  readonly sessions: readonly {
    readonly id: number;
    readonly address: string | null;
    readonly agent: string;
    readonly createdAt: number;
    readonly seenAt: number;
  }[];
  readonly currentId: number;
}

/** The person's own sessions, each of which can be ended. */
export function SessionList({ sessions, currentId }: SessionListProps) {
  return (
    <Stack align="stretch">
      <ul className={styles.list} aria-label="Your sessions">
        {sessions.map(({ id, address, agent, createdAt, seenAt }) => {
          const name = `${browserName(agent)}, ${address ?? 'address unknown'}`;
          return (
            <li key={id} className={styles.item}>
              <div>
                <strong>{name}</strong>
                <p className={styles.quiet}>
                  Signed in <Instant at={createdAt} />, last used <Instant at={seenAt} />
                </p>
              </div>
              {id === currentId ? (
                <State kind="good">This session</State>
              ) : (
                <ConfirmButton
                  label="End"
                  description={`End the session of ${name}`}
                  question={`End the session of ${name}?`}
                  detail="That browser must sign in again."
                  action={() => endSession(id)}
                />
              )}
            </li>
          );
        })}
      </ul>
      <div>
        <ConfirmButton
          size="sm"
          label="Sign out everywhere else"
          question="Sign out everywhere else?"
          detail="All your sessions end, except this one."
          action={endOtherSessions}
        />
      </div>
    </Stack>
  );
}
