import type { ReactElement, ReactNode } from 'react';

/** Props that a `ui` component passes to its link. */
export interface LinkSlotProps {
  children?: ReactNode;
  className?: string | undefined;
  tabIndex?: number;
  /** Makes the router render the link without an address. */
  disabled?: boolean;
  title?: string;
  target?: '_blank';
  rel?: 'noopener';
  'aria-label'?: string;
  'data-row-link'?: boolean;
}

/**
 * The router's link, `<Link to="/pacientes" />`, to which `ui` adds its props by `cloneElement`. So `ui` depends
 * neither on the router nor on the routes.
 */
export type LinkSlot = ReactElement<LinkSlotProps>;
