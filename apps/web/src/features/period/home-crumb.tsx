import { Link } from '@tanstack/react-router';
import type { PeriodSearch } from '../../lib/period/period.ts';
import type { Crumb } from '../../ui/layout/Breadcrumb.tsx';

/** The way back to the figures, under the filter that one came with. */
export function homeCrumb(search: PeriodSearch): Crumb {
  return {
    label: 'Inicio',
    link: (props) => <Link to="/home" search={search} activeOptions={{ exact: true }} {...props} />,
  };
}
