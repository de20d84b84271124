import { Link } from '@tanstack/react-router';
import type { Crumb } from '../../ui/layout/Breadcrumb.tsx';

/** The first crumb of every page about one partner. */
export const partnersCrumb: Crumb = {
  label: 'Partners',
  link: (props) => <Link to="/partners" activeOptions={{ exact: true }} {...props} />,
};
