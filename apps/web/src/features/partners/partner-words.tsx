import type { Partner } from '@simiente/contract/partners/calls';
import { Link } from '@tanstack/react-router';
import type { Tone } from '../../theme/tokens.ts';
import type { Crumb } from '../../ui/layout/Breadcrumb.tsx';
import type { RecordWords } from '../records/public.ts';
import { listCrumb } from '../shell/public.ts';
import classes from './partner-type.module.css';

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

/** The second crumb of a page about a partner or a branch, which links to the partner's branches. */
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

const tagged: Readonly<Record<string, Tone>> = {
  Laboratorio: 'blue',
  Clínica: 'primary',
  Hospital: 'plum',
};

/** Label and colour of a partner's type: three types have a tag, any other is 'Sin tipo'. */
export function partnerType(type: string | null): { label: string; tone: Tone } {
  const tone = type !== null && Object.hasOwn(tagged, type) ? tagged[type] : undefined;
  return type === null || tone === undefined
    ? { label: 'Sin tipo', tone: 'neutral' }
    : { label: type, tone };
}

/** The type as a tag, unlike a status, which is a pill. */
export function PartnerTypeTag({ type }: { type: string | null }) {
  const { label, tone } = partnerType(type);
  return (
    <span className={classes.tag} data-tone={tone}>
      <span className={classes.square} aria-hidden />
      {label}
    </span>
  );
}
