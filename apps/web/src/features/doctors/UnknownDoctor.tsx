import { Link } from '@tanstack/react-router';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { NotFoundPage } from '../../ui/page/NotFoundPage.tsx';
import { PageCrumbs } from '../shell/public.ts';
import { doctorsCrumb } from './doctors-crumb.tsx';

/** What stands in the place of the page of a doctor who does not exist. */
export function UnknownDoctor() {
  return (
    <>
      <PageCrumbs crumbs={[doctorsCrumb, { label: 'No encontrado' }]} />
      <NotFoundPage
        title="No encontramos este médico"
        action={
          <LinkButton kind="default" link={(props) => <Link to="/medicos" {...props} />}>
            Ver todos los médicos
          </LinkButton>
        }
      >
        Puede que la dirección esté mal escrita.
      </NotFoundPage>
    </>
  );
}
