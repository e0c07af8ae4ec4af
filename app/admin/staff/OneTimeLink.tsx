'use client';

import { Group, Stack, Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyText } from '#components/admin/CopyText.tsx';
import { linkLifetimeHours } from '#lib/staff/one-time-link.ts';

interface OneTimeLinkProps {
  /** Null if it was mailed. */
  readonly link: string | null;
  readonly email: string;
  /** Other buttons beside the one that copies it. */
  readonly children?: ReactNode;
}

/** A one-time link, which is shown only once, or that it was mailed. */
export function OneTimeLink({ link, email, children }: OneTimeLinkProps) {
  const works = `It works once, within ${linkLifetimeHours} hours.`;
  if (link === null) {
    return (
      <Stack maw="42rem">
        <Text role="status">
          <strong>A link is on its way to {email}.</strong> {works} The outbox shows whether it was sent.
        </Text>
        <Group>{children}</Group>
      </Stack>
    );
  }
  return (
    <Stack maw="42rem">
      <Text role="status">
        <strong>Send this link to {email} now: it is shown only once.</strong> {works}
      </Text>
      <Textarea
        label="One-time link"
        value={link}
        readOnly
        autosize
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group>
        <CopyText text={link} label="Copy the link" variant="filled" />
        {children}
      </Group>
    </Stack>
  );
}
