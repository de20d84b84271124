import {
  IconBuildingHospital,
  IconCalendarWeek,
  IconHome,
  IconPrescription,
  IconStethoscope,
  IconTrash,
  IconUserCircle,
  IconUserSearch,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MenuItem } from '../../ui/layout/MenuEntry.tsx';
import type { MenuPage } from '../search/public.ts';

/** The menu's four sections; a section is active on every page below its paths. */
const sections = [
  { to: '/pacientes', label: 'Pacientes', letter: 'P', icon: IconUsers, paths: ['/pacientes'] },
  { to: '/medicos', label: 'Médicos', letter: 'M', icon: IconStethoscope, paths: ['/medicos'] },
  {
    to: '/partners',
    label: 'Partners',
    letter: 'S',
    icon: IconBuildingHospital,
    paths: ['/partners', '/partner'],
  },
  {
    to: '/prospectos',
    label: 'Prospectos',
    letter: 'R',
    icon: IconUserSearch,
    paths: ['/prospectos'],
  },
] as const;

/** Pages that the search finds besides records: those of the menu, and the two that a day begins with. */
export const menuPages: readonly MenuPage[] = [
  { to: '/home', label: 'Inicio', letter: 'I', icon: IconHome },
  ...sections,
  {
    to: '/medicos?vista=agenda',
    label: 'Agenda de la clínica',
    letter: 'A',
    icon: IconCalendarWeek,
  },
  {
    to: '/home/recetas',
    label: 'Recetas por validar',
    letter: 'V',
    icon: IconPrescription,
  },
  { to: '/papelera', label: 'Papelera', letter: 'B', icon: IconTrash },
  { to: '/cuenta', label: 'Mi cuenta', letter: 'C', icon: IconUserCircle },
];

export function menuItems(pathname: string): MenuItem[] {
  return sections.map(({ to, label, icon, paths }) => ({
    id: to,
    label,
    icon,
    active: paths.some((path) => pathname === path || pathname.startsWith(`${path}/`)),
    link: (props) => <Link to={to} {...props} />,
  }));
}

/** Menu entries below the sections. */
export function footItems(pathname: string): MenuItem[] {
  return [
    {
      id: '/papelera',
      label: 'Papelera',
      icon: IconTrash,
      active: pathname === '/papelera',
      link: (props) => <Link to="/papelera" {...props} />,
    },
  ];
}
