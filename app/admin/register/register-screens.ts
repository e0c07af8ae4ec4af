/** The screens of the register, in the order of their navigation. */
export const registerScreens: readonly { readonly path: string; readonly title: string }[] = [
  { path: '/admin/register', title: 'Look up' },
  { path: '/admin/register/names', title: 'Names' },
  { path: '/admin/register/feeds', title: 'Imports' },
  { path: '/admin/register/releases', title: 'Release jobs' },
  { path: '/admin/register/calendar', title: 'Coming releases' },
  { path: '/admin/register/lists', title: 'Lists' },
];
