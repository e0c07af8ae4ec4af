'use client';

import { Alert, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from '#components/admin/Stage.module.css';

/** What must be looked at before something is done. It appears in a form when it was sent off, and gets the focus. */
export function Caution({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <Alert
      ref={place}
      className={styles.stage}
      tabIndex={-1}
      color="fault"
      variant="light"
      title="Please look at this first"
      role="alert"
    >
      <Stack>{children}</Stack>
    </Alert>
  );
}
