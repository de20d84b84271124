import { Link } from '@tanstack/react-router';
import type { Crumb } from '../../ui/layout/Breadcrumb.tsx';

/** The first crumb of every page about a patient. */
export const patientsCrumb: Crumb = {
  label: 'Pacientes',
  link: (props) => <Link to="/pacientes" activeOptions={{ exact: true }} {...props} />,
};
