import { Link } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { createPortal } from 'react-dom';
import { Breadcrumb, type Crumb } from '../../ui/layout/Breadcrumb.tsx';

/** The page's breadcrumb, rendered into the shell's top bar, which stays mounted while pages change. */
export function PageCrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const target = useContext(Target);
  return target && createPortal(<Breadcrumb crumbs={crumbs} />, target);
}

/** Element of the top bar that holds the breadcrumb; null until the bar is mounted. */
const Target = createContext<HTMLElement | null>(null);
const SetTarget = createContext<(target: HTMLElement | null) => void>(() => {});

/** Wraps the bar and the page. It holds the bar's element, because as state of the frame it would render the frame. */
export function CrumbsScope({ children }: { children: ReactNode }) {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  return (
    <SetTarget value={setTarget}>
      <Target value={target}>{children}</Target>
    </SetTarget>
  );
}

/** Place of the breadcrumb in the bar. */
export function CrumbsPlace() {
  return <div ref={useContext(SetTarget)} />;
}

export interface ListLink {
  readonly label: string;
  readonly to: '/pacientes' | '/medicos' | '/partners' | '/prospectos';
}

/** The first crumb of the pages about the records of a list. */
export function listCrumb({ label, to }: ListLink): Crumb {
  return {
    label,
    link: (props) => <Link to={to} activeOptions={{ exact: true }} {...props} />,
  };
}
