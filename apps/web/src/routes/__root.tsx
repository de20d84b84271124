import { createRootRoute, Link, Outlet } from '@tanstack/react-router';
import { LoadFailure } from '../features/shell/LoadFailure.tsx';
import { LinkButton } from '../ui/buttons/LinkButton.tsx';
import { NotFoundPage } from '../ui/page/NotFoundPage.tsx';

export const Route = createRootRoute({
  component: Outlet,
  errorComponent: LoadFailure,
  notFoundComponent: () => (
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
  ),
});
