'use client';

import { Group, Stack, Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyText } from '#components/admin/CopyText.tsx';

interface OneTimeLinkProps {
  readonly link: string;
  readonly email: string;
  /** What else can be done now, beside copying it. */
  readonly children?: ReactNode;
}

/** A one-time link, the one time it is shown. */
export function OneTimeLink({ link, email, children }: OneTimeLinkProps) {
  return (
    <Stack maw="42rem">
      <Text role="status">
        <strong>Send this link to {email} now: it is not shown again.</strong> It works once, within 24 hours.
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
