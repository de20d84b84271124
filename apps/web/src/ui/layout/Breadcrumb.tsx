import { cloneElement } from 'react';
import type { LinkSlot } from '../link-slot.ts';
import classes from './Breadcrumb.module.css';

export interface Crumb {
  label: string;
  /** Missing for the last crumb, and for a level without a page. */
  link?: LinkSlot;
}

/** 'Pacientes / {name} / Citas'. On phones a path deeper than two shows only its last crumb. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Ruta" className={classes.nav}>
      <ol className={classes.list} data-deep={crumbs.length > 2 || undefined}>
        {crumbs.map(({ label, link }, index) => {
          const isLast = index === crumbs.length - 1;
          return (
            <li key={label} className={classes.crumb}>
              {isLast || link === undefined ? (
                <span
                  className={isLast ? classes.last : classes.plain}
                  aria-current={isLast ? 'page' : undefined}
                  title={label}
                >
                  {label}
                </span>
              ) : (
                cloneElement(link, { className: classes.link, title: label, children: label })
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
