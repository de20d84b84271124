import type { Partner } from '@simiente/contract/partners';
import { Link } from '@tanstack/react-router';
import type { Crumb } from '../../ui/layout/Breadcrumb.tsx';

/** The second crumb of a page about a partner or a branch: back to the partner's branches. */
export function partnerCrumb({ idPartner, name }: Pick<Partner, 'idPartner' | 'name'>): Crumb {
  return {
    label: name,
    link: (props) => (
      <Link
        to="/partner/$idPartner"
        params={{ idPartner }}
        activeOptions={{ exact: true }}
        {...props}
      />
    ),
  };
}
