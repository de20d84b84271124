import type { Partner } from '@simiente/contract/partners/calls';
import { Link } from '@tanstack/react-router';
import type { Crumb } from '../../ui/layout/Breadcrumb.tsx';
import { listCrumb, type RecordWords } from '../records/public.ts';

const list = { label: 'Partners', to: '/partners' } as const;

export const partnerWords: RecordWords = {
  tab: 'Partner',
  list,
  all: 'Ver todos los partners',
  loading: 'Cargando...',
  failure: 'No se pudo cargar el partner',
  unknown: 'No encontramos este partner',
};

/** The first crumb of every page about a partner or a branch. */
export const partnersCrumb = listCrumb(list);

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
