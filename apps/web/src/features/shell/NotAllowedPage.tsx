import { Link } from '@tanstack/react-router';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { NotFoundPage } from '../../ui/page/NotFoundPage.tsx';
import { PageTitle } from './PageTitle.tsx';

/** In the place of a page that the account may not see, whose address was typed or shared. */
export function NotAllowedPage() {
  return (
    <>
      <PageTitle>Sin permiso</PageTitle>
      <NotFoundPage
        title="Tu cuenta no tiene permiso para ver esta página"
        action={
          <LinkButton kind="default" link={(props) => <Link to="/home" {...props} />}>
            Ir al inicio
          </LinkButton>
        }
      >
        Si necesitas acceso, solicítalo al administrador.
      </NotFoundPage>
    </>
  );
}
