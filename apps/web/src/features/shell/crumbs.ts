import { createContext } from 'react';

/** Where in the top bar the page puts its breadcrumb; null until the bar is there. */
export const CrumbsTarget = createContext<HTMLElement | null>(null);
