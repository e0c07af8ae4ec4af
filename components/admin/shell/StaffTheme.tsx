'use client';

import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { mantineTheme, mantineVariables } from './mantine-theme.ts';

/** Styles Mantine's components like the rest of the site, light or dark as the system is. */
export function StaffTheme({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={mantineTheme} cssVariablesResolver={mantineVariables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}
