import { useContext } from 'react';
import { createPortal } from 'react-dom';
import { Breadcrumb, type Crumb } from '../../ui/layout/Breadcrumb.tsx';
import { CrumbsTarget } from './crumbs.ts';

/** The page's path in the top bar. The bar belongs to the shell and stays while pages change. */
export function PageCrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const target = useContext(CrumbsTarget);
  return target && createPortal(<Breadcrumb crumbs={crumbs} />, target);
}
