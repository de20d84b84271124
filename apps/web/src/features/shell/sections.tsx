import {
  IconBuildingHospital,
  IconStethoscope,
  IconUserSearch,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MenuItem } from '../../ui/layout/MenuEntry.tsx';

/** The menu's four sections; a section is active on every page below its paths. */
const sections = [
  { to: '/pacientes', label: 'Pacientes', icon: IconUsers, paths: ['/pacientes'] },
  { to: '/medicos', label: 'Médicos', icon: IconStethoscope, paths: ['/medicos'] },
  {
    to: '/partners',
    label: 'Partners',
    icon: IconBuildingHospital,
    paths: ['/partners', '/partner'],
  },
  { to: '/prospectos', label: 'Prospectos', icon: IconUserSearch, paths: ['/prospectos'] },
] as const;

export function menuItems(pathname: string): MenuItem[] {
  return sections.map(({ to, label, icon, paths }) => ({
    id: to,
    label,
    icon,
    active: paths.some((path) => pathname === path || pathname.startsWith(`${path}/`)),
    link: (props) => <Link to={to} {...props} />,
  }));
}
