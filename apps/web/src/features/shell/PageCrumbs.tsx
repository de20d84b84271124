import { createContext, useContext } from 'react';
import { createPortal } from 'react-dom';
import { Breadcrumb, type Crumb } from '../../ui/layout/Breadcrumb.tsx';

/** The page's breadcrumb, rendered into the shell's top bar, which stays while pages change. */
export function PageCrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const target = useContext(CrumbsTarget);
  return target && createPortal(<Breadcrumb crumbs={crumbs} />, target);
}

/** Element of the top bar that holds the breadcrumb; null until the bar is mounted. */
export const CrumbsTarget = createContext<HTMLElement | null>(null);
