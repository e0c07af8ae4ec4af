'use client';

import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { mantineTheme, mantineVariables } from './mantine-theme.ts';

/** Gives the staff screens their component library in our look, light or dark as the system is. */
export function StaffTheme({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={mantineTheme} cssVariablesResolver={mantineVariables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}
