import { AdminPage, type AdminPageProps, BackLink } from '#app/admin/AdminPage.tsx';
import { SubNavigation } from '#components/admin/shell/SubNavigation.tsx';
import { registerScreens } from './register-screens.ts';

interface RegisterPageProps extends Omit<AdminPageProps, 'navigation'> {
  /** The list to which this page belongs. */
  readonly back?: { readonly href: string; readonly words: string };
}

/** A staff screen of the register, with links to the others. */
export function RegisterPage({ back, ...page }: RegisterPageProps) {
  return (
    <AdminPage
      {...page}
      navigation={
        <>
          <SubNavigation label="Register" screens={registerScreens} />
          {back && <BackLink href={back.href}>{back.words}</BackLink>}
        </>
      }
    />
  );
}
