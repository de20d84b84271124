import type { FocusEventHandler, MouseEventHandler, ReactElement, ReactNode, Ref } from 'react';

/** What a piece of `ui` gives the link that it is handed. */
export interface LinkSlotProps {
  children?: ReactNode;
  className?: string | undefined;
  tabIndex?: number;
  title?: string;
  'aria-label'?: string;
  'aria-current'?: 'page';
  'data-row-link'?: boolean;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
  onFocus?: FocusEventHandler<HTMLAnchorElement>;
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * Draws the router's link with what a piece gives it: `(props) => <Link to="/pacientes" {...props} />`.
 * So the pieces know neither the router nor the routes.
 */
export type LinkSlot = (props: LinkSlotProps) => ReactElement;
