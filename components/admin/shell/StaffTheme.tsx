'use client';

import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  MantineProvider,
  type VariantColorsResolver,
} from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';
import fields from '#components/admin/forms/fields.module.css';
import { light } from '#components/theme.ts';
import { Confirmation } from './Confirmation.tsx';

/** Styles Mantine's components like the rest of the site, light or dark as the system is. */
export function StaffTheme({ children }: { children: ReactNode }) {
  useLayoutEffect(() => window.replayEarlyInput?.(), []);
  return (
    <MantineProvider theme={mantineTheme} cssVariablesResolver={mantineVariables} defaultColorScheme="auto">
      {children}
      <Confirmation />
    </MantineProvider>
  );
}

/** Mantine requires ten shades of a colour; the variables below, which differ in light and dark, decide what is painted. */
const pounamu = Array.from({ length: 10 }, () => light.accent) as unknown as MantineColorsTuple;
const fault = Array.from({ length: 10 }, () => light.fault) as unknown as MantineColorsTuple;

const paints = {
  pounamu: { strong: '--color-accent', stronger: '--color-accent-strong', quiet: '--color-accent-quiet' },
  fault: { strong: '--color-fault', stronger: '--color-fault', quiet: '--color-fault-quiet' },
} as const;

const variantColorResolver: VariantColorsResolver = ({ color, variant }) => {
  const paint = color === 'fault' || color === 'red' ? paints.fault : paints.pounamu;
  const line = 'var(--color-line-strong)';
  if (variant === 'filled') {
    return {
      background: `var(${paint.strong})`,
      hover: `var(${paint.stronger})`,
      color: paint === paints.fault ? 'var(--color-surface)' : 'var(--color-on-accent)',
      border: '1px solid transparent',
    };
  }
  const quiet = { hover: `var(${paint.quiet})`, color: `var(${paint.strong})` };
  if (variant === 'light') return { ...quiet, background: `var(${paint.quiet})`, border: '1px solid transparent' };
  if (variant === 'outline') return { ...quiet, background: 'transparent', border: `1px solid var(${paint.strong})` };
  if (variant === 'default') {
    const background = 'var(--color-surface)';
    return { background, hover: 'var(--color-surface-quiet)', color: 'var(--color-ink)', border: `1px solid ${line}` };
  }
  return { ...quiet, background: 'transparent', border: '1px solid transparent' };
};

/** Mantine in the look of the other pages: see `components/theme.ts`. */
const mantineTheme = createTheme({
  fontFamily: 'var(--font-family)',
  headings: { fontFamily: 'var(--font-family)', fontWeight: '650' },
  colors: { pounamu, fault },
  primaryColor: 'pounamu',
  primaryShade: 6,
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '16px', xl: '24px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    Input: { classNames: { input: fields.field } },
    InputWrapper: { classNames: { description: fields.words, error: fields.words } },
    Modal: { classNames: { title: fields.question } },
  },
});

function paintVariables(name: keyof typeof paints): Record<string, string> {
  const { strong, stronger, quiet } = paints[name];
  const prefix = `--mantine-color-${name}`;
  return {
    [`${prefix}-text`]: `var(${strong})`,
    [`${prefix}-filled`]: `var(${strong})`,
    [`${prefix}-filled-hover`]: `var(${stronger})`,
    [`${prefix}-light`]: `var(${quiet})`,
    [`${prefix}-light-hover`]: `var(${quiet})`,
    [`${prefix}-light-color`]: `var(${strong})`,
    [`${prefix}-outline`]: `var(${strong})`,
    [`${prefix}-outline-hover`]: `var(${quiet})`,
  };
}

const variables = {
  '--mantine-color-body': 'var(--color-surface)',
  '--mantine-color-text': 'var(--color-ink)',
  '--mantine-color-bright': 'var(--color-ink)',
  '--mantine-color-dimmed': 'var(--color-ink-quiet)',
  '--mantine-color-placeholder': 'var(--color-ink-quiet)',
  '--mantine-color-anchor': 'var(--color-accent)',
  '--mantine-color-error': 'var(--color-fault)',
  '--mantine-color-default': 'var(--color-surface)',
  '--mantine-color-default-hover': 'var(--color-surface-quiet)',
  '--mantine-color-default-color': 'var(--color-ink)',
  '--mantine-color-default-border': 'var(--color-line-strong)',
  '--mantine-color-disabled': 'var(--color-surface-quiet)',
  '--mantine-color-disabled-color': 'var(--color-ink-quiet)',
  '--mantine-color-disabled-border': 'var(--color-line)',
  '--mantine-primary-color-filled': 'var(--color-accent)',
  '--mantine-primary-color-filled-hover': 'var(--color-accent-strong)',
  '--mantine-primary-color-light': 'var(--color-accent-quiet)',
  '--mantine-primary-color-light-hover': 'var(--color-accent-quiet)',
  '--mantine-primary-color-light-color': 'var(--color-accent)',
  '--mantine-primary-color-contrast': 'var(--color-on-accent)',
  // Mantine's shades for the borders of fields, light and dark, and for the background of dark ones
  '--mantine-color-gray-4': 'var(--color-line-strong)',
  '--mantine-color-dark-4': 'var(--color-line-strong)',
  '--mantine-color-dark-6': 'var(--color-surface)',
  ...paintVariables('pounamu'),
  ...paintVariables('fault'),
};

/** The same in both schemes, because the values are tokens that already follow the system. */
const mantineVariables: CSSVariablesResolver = () => ({ variables: {}, light: variables, dark: variables });
