import type { FocusEventHandler, MouseEventHandler, ReactElement, ReactNode, Ref } from 'react';

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
  'aria-current'?: 'page';
  'data-row-link'?: boolean;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
  onFocus?: FocusEventHandler<HTMLAnchorElement>;
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * Renders the router's link: `(props) => <Link to="/pacientes" {...props} />`. With it, `ui` depends neither on the
 * router nor on the routes.
 */
export type LinkSlot = (props: LinkSlotProps) => ReactElement;
