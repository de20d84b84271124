import { Link } from '@tanstack/react-router';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { NotFoundPage } from '../../ui/page/NotFoundPage.tsx';
import { PageCrumbs } from '../shell/public.ts';
import { partnersCrumb } from './partners-crumb.tsx';

/** What stands in the place of a page about a partner who does not exist. */
export function UnknownPartner() {
  return (
    <>
      <PageCrumbs crumbs={[partnersCrumb, { label: 'No encontrado' }]} />
      <NotFoundPage
        title="No encontramos este partner"
        action={
          <LinkButton kind="default" link={(props) => <Link to="/partners" {...props} />}>
            Ver todos los partners
          </LinkButton>
        }
      >
        Puede que se haya eliminado o que la dirección esté mal escrita.
      </NotFoundPage>
    </>
  );
}
