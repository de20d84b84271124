import { Link } from '@tanstack/react-router';
import type { Crumb } from '../../ui/layout/Breadcrumb.tsx';

/** The crumb that leads back to a patient's page. */
export function patientCrumb(idUser: string, name: string): Crumb {
  return {
    label: name,
    link: (props) => <Link to="/pacientes/$idUser" params={{ idUser }} {...props} />,
  };
}
