import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Breadcrumb, type Crumb } from '../../ui/layout/Breadcrumb.tsx';

/** Id of the breadcrumb's place in the shell's top bar. */
export const CRUMBS_ID = 'ruta';

/** The page's breadcrumb, rendered into the shell's top bar, which is mounted before the pages. */
export function PageCrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setPlace(document.getElementById(CRUMBS_ID)), []);
  return place && createPortal(<Breadcrumb crumbs={crumbs} />, place);
}

export interface ListLink {
  readonly label: string;
  readonly to: '/pacientes' | '/medicos' | '/partners' | '/prospectos';
}

/** The first crumb of the pages about the records of a list. */
export function listCrumb({ label, to }: ListLink): Crumb {
  return {
    label,
    link: <Link to={to} activeOptions={{ exact: true }} />,
  };
}
