import { Link } from '@tanstack/react-router';
import type { Crumb } from '../../ui/layout/Breadcrumb.tsx';

/** The first crumb of a doctor's page. */
export const doctorsCrumb: Crumb = {
  label: 'Médicos',
  link: (props) => <Link to="/medicos" activeOptions={{ exact: true }} {...props} />,
};
