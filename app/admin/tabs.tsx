import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import type { ListPageProps, SearchParams } from '#components/admin/lists/list-state.ts';
import { SubNavigation } from '#components/admin/shell/SubNavigation.tsx';

/** What a tab shows of a thing that was opened. */
export interface TabProps<Opened> {
  readonly opened: Opened;
  /** The tab's own path: `/admin/registrars/5/usage`. */
  readonly path: string;
  readonly params: SearchParams;
}

interface Tab<Opened> {
  readonly title: string;
  Content(props: TabProps<Opened>): ReactNode;
}

/** The tabs of a thing in order, by the end of their address; the first has none: `''`. */
export type Tabs<Opened> = Readonly<Record<string, Tab<Opened>>>;

interface TabInAddress {
  readonly tab?: readonly string[];
}

/** The props of a thing's page, of which `Name` is the part of the address that says which: `[registrar]/[[...tab]]`. */
export interface TabbedPageProps<Name extends string> extends ListPageProps {
  readonly params: Promise<Readonly<Record<Name, string>> & TabInAddress>;
}

/** What the tab in the address shows. There is no page for other addresses below the thing's. */
export async function TabContent<Opened extends { readonly path: string }>({
  tabs,
  opened,
  page: { params, searchParams },
}: {
  readonly tabs: Tabs<Opened>;
  readonly opened: Opened;
  readonly page: ListPageProps & { readonly params: Promise<TabInAddress> };
}) {
  const end = endOf(await params);
  const tab = Object.hasOwn(tabs, end) ? tabs[end] : undefined;
  if (tab === undefined) notFound();
  return <tab.Content opened={opened} path={pathOf(opened, end)} params={await searchParams} />;
}

/** Links to the tabs of a thing, for `AdminPage`. */
export function TabLinks<Opened extends { readonly path: string }>(props: {
  readonly tabs: Tabs<Opened>;
  readonly opened: Opened;
  /** The thing, for screen readers. */
  readonly name: string;
}) {
  const screens = Object.entries(props.tabs).map(([end, { title }]) => ({ title, path: pathOf(props.opened, end) }));
  return <SubNavigation label={`Screens of ${props.name}`} screens={screens} />;
}

function pathOf({ path }: { readonly path: string }, end: string): string {
  return end === '' ? path : `${path}/${end}`;
}

function endOf({ tab }: TabInAddress): string {
  return tab?.join('/') ?? '';
}

/** The title of a thing's page in the browser: `Registrar`, `Registrar: usage`. */
export async function tabMetadata(
  thing: string,
  { params }: { readonly params: Promise<TabInAddress> },
): Promise<Metadata> {
  const end = endOf(await params);
  return { title: end === '' ? thing : `${thing}: ${end}` };
}
