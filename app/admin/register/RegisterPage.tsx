import { AdminPage, type AdminPageProps } from '#app/admin/AdminPage.tsx';
import { SubNavigation } from '#components/admin/shell/SubNavigation.tsx';
import { registerScreens } from './register-screens.ts';

/** A staff screen of the register, with links to the others. */
export function RegisterPage(page: Omit<AdminPageProps, 'navigation'>) {
  return <AdminPage {...page} navigation={<SubNavigation label="Register" screens={registerScreens} />} />;
}
