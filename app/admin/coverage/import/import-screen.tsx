'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import type { MappingFormValues, ReadingValues } from './forms.ts';

/** The screens on which a file is imported: those of staff, or those of a provider's people. */
export interface ImportScreen {
  /** The path of the page of an inspection, without its number, and that of a job. */
  readonly inspections: string;
  readonly jobs: string;
  /** The provider whose coverage alone can be delivered; undefined for staff. */
  readonly provider: string | undefined;
  readonly inspectUpload: (values: { readonly uploadId: string }) => Promise<ActionResult<number>>;
  readonly readAgain: (values: ReadingValues) => Promise<ActionResult<number>>;
  readonly importMapped: (values: MappingFormValues) => Promise<ActionResult<number>>;
}

const context = createContext<ImportScreen | undefined>(undefined);

interface ImportScreenProviderProps {
  readonly screen: ImportScreen;
  readonly children: ReactNode;
}

/** Says for the forms inside on which screens they are. */
export function ImportScreenProvider({ screen, children }: ImportScreenProviderProps) {
  return <context.Provider value={screen}>{children}</context.Provider>;
}

/** The screens that a form is on. */
export function useImportScreen(): ImportScreen {
  const screen = useContext(context);
  if (screen === undefined) throw new Error('A form of an import is outside of its screens.');
  return screen;
}
