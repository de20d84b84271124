import { Link } from '@tanstack/react-router';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { NotFoundPage } from '../../ui/page/NotFoundPage.tsx';
import { PageTitle } from './PageTitle.tsx';

export function UnknownPage() {
  return (
    <>
      <PageTitle>Página no encontrada</PageTitle>
      <NotFoundPage
        title="No encontramos esta página"
        action={
          <LinkButton kind="default" link={(props) => <Link to="/home" {...props} />}>
            Ir al inicio
          </LinkButton>
        }
      >
        Puede que la dirección esté mal escrita o que la página ya no exista.
      </NotFoundPage>
    </>
  );
}
