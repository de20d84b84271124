import { Link } from '@tanstack/react-router';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { NotFoundPage } from '../../ui/page/NotFoundPage.tsx';
import { PageCrumbs } from '../shell/public.ts';
import { patientsCrumb } from './patients-crumb.tsx';

/** What stands in the place of every page about a patient who does not exist. */
export function UnknownPatient() {
  return (
    <>
      <PageCrumbs crumbs={[patientsCrumb, { label: 'No encontrado' }]} />
      <NotFoundPage
        title="No encontramos este paciente"
        action={
          <LinkButton kind="default" link={(props) => <Link to="/pacientes" {...props} />}>
            Ver todos los pacientes
          </LinkButton>
        }
      >
        Puede que se haya eliminado o que la dirección esté mal escrita.
      </NotFoundPage>
    </>
  );
}
