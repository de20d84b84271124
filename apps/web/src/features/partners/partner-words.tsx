import { initials } from '@simiente/contract/doctors/titled-name';
import type { LogoField, Partner } from '@simiente/contract/partners/calls';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Tone } from '../../theme/tokens.ts';
import type { Crumb } from '../../ui/layout/Breadcrumb.tsx';
import type { RecordWords } from '../records/public.ts';
import { listCrumb } from '../shell/public.ts';
import logoClasses from './PartnerLogo.module.css';
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
    link: <Link to="/partner/$idPartner" params={{ idPartner }} activeOptions={{ exact: true }} />,
  };
}

const typeTones = new Map<string | null, Tone>([
  ['Laboratorio', 'blue'],
  ['Clínica', 'primary'],
  ['Hospital', 'plum'],
]);

/** Label and colour of a partner's type: three types have a tag, any other is 'Sin tipo'. */
export function partnerType(type: string | null): { label: string; tone: Tone } {
  const tone = typeTones.get(type);
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

interface PartnerLogoProps {
  partner: Pick<Partner, 'name' | LogoField>;
  /** Size in px; 38 in tables, 34 in short lists, 56 in heads. */
  size?: 34 | 38 | 56;
}

/** The partner's smallest logo, on white in both schemes, or the initials. Hidden from screen readers. */
export function PartnerLogo({ partner, size = 38 }: PartnerLogoProps) {
  const { logo_app_nav: nav, logo_app_login: login, logo_lading_logo: landing } = partner;
  const src = (nav ?? login ?? landing)?.fileUrl;
  const [broken, setBroken] = useState<string>();
  return (
    <span className={logoClasses.logo} data-size={size} aria-hidden>
      {src === undefined || src === broken ? (
        initials(partner.name)
      ) : (
        <img
          className={logoClasses.image}
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(src)}
        />
      )}
    </span>
  );
}
