import type { Capability } from '@simiente/contract/common/access/roles';
import {
  IconBuildingHospital,
  IconCalendarCheck,
  IconCalendarWeek,
  IconCertificate,
  IconClipboardList,
  IconHome,
  IconInbox,
  IconPrescription,
  IconRulerMeasure,
  IconServer2,
  IconShieldLock,
  IconShieldSearch,
  IconSignature,
  IconStethoscope,
  IconTrash,
  IconUserCircle,
  IconUserCog,
  IconUserSearch,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MenuItem } from '../../ui/layout/SideMenu.tsx';
import type { LinkSlot } from '../../ui/link-slot.ts';
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

const home: MenuPage = { to: '/home', label: 'Inicio', letter: 'I', icon: IconHome };
const agenda: MenuPage = {
  to: '/medicos?vista=agenda',
  words: 'clinica citas hoy dia calendario',
  label: 'Agenda',
  letter: 'A',
  icon: IconCalendarWeek,
};

/** The daily work; an entry that needs a capability is absent without it. */
const workPages: readonly MenuPage[] = [
  {
    to: '/ordenes',
    words: 'estudios vencidas pendientes dias esperados',
    label: 'Órdenes',
    letter: 'O',
    icon: IconClipboardList,
    needs: 'orders.read',
  },
  {
    to: '/por-confirmar',
    label: 'Por confirmar',
    letter: 'W',
    icon: IconCalendarCheck,
    needs: 'patients.read',
  },
  {
    to: '/resultados-recibidos',
    words: 'laboratorio csv hl7 sin paciente asignar',
    label: 'Resultados recibidos',
    letter: 'D',
    icon: IconInbox,
    needs: 'results.receive',
  },
  {
    to: '/por-firmar',
    words: 'informes borradores revisar firma firmar firmados',
    label: 'Por firmar',
    letter: 'F',
    icon: IconSignature,
    needs: ['reports.review', 'reports.statistics'],
  },
];

const settingsPages: readonly MenuPage[] = [
  {
    to: '/analitos',
    words: 'laboratorio referencia valores metodo unidad',
    label: 'Analitos y rangos',
    letter: 'N',
    icon: IconRulerMeasure,
    needs: 'analytes.manage',
  },
  {
    to: '/membrete',
    words: 'clinica logotipo licencia domicilio documentos papel pdf',
    label: 'Membrete',
    letter: 'E',
    icon: IconCertificate,
    needs: 'letterhead.manage',
  },
  {
    to: '/privacidad',
    words:
      'arco solicitudes derechos datos personales acceso rectificacion cancelacion oposicion aviso',
    label: 'Privacidad',
    letter: 'Z',
    icon: IconShieldLock,
    needs: 'rights.manage',
  },
  {
    to: '/cuentas',
    words: 'usuarios personal roles invitar',
    label: 'Cuentas',
    letter: 'T',
    icon: IconUserCog,
    needs: 'accounts.manage',
  },
  {
    to: '/auditoria',
    label: 'Auditoría',
    letter: 'U',
    icon: IconShieldSearch,
    needs: 'audit.read',
  },
  { to: '/papelera', label: 'Papelera', letter: 'B', icon: IconTrash },
  {
    to: '/sistema',
    label: 'Estado del sistema',
    letter: 'Y',
    icon: IconServer2,
    needs: 'accounts.manage',
  },
];

/** The pages that Ctrl K finds: the menu's, the prescriptions to validate and Mi cuenta. */
const everyPage: readonly MenuPage[] = [
  home,
  ...sections,
  agenda,
  {
    to: '/home/recetas',
    words: 'validacion pendientes',
    label: 'Recetas por validar',
    letter: 'V',
    icon: IconPrescription,
  },
  ...workPages,
  ...settingsPages,
  { to: '/cuenta', label: 'Mi cuenta', letter: 'C', icon: IconUserCircle },
];

/** The pages that the account may open. */
export function menuPages(may: (capability: Capability) => boolean): MenuPage[] {
  return everyPage.filter((page) => isSeen(page, may));
}

function isSeen({ needs }: MenuPage, may: (capability: Capability) => boolean): boolean {
  return needs === undefined || [needs].flat().some(may);
}

/** One for each path, so that an entry that stays as it is is not drawn again. */
const links = new Map<string, LinkSlot>();
function linkTo(to: string): LinkSlot {
  // `findMenuPage` determines the active entry; the router would mark the doctors on the agenda too.
  const known =
    links.get(to) ?? ((props) => <Link to={to} activeOptions={{ exact: true }} {...props} />);
  links.set(to, known);
  return known;
}

/** The page of the menu that an address belongs to: the agenda is a view of the doctors' page. */
export function findMenuPage({ pathname, search }: { pathname: string; search: object }): string {
  const isAgenda = pathname === '/medicos' && 'vista' in search && search.vista === 'agenda';
  return isAgenda ? agenda.to : pathname;
}

const isBelow = (place: string, path: string) => place === path || place.startsWith(`${path}/`);

/** @param place as `findMenuPage` gives it */
export function menuItems(place: string): MenuItem[] {
  return sections.map(({ to, label, icon, paths }) => ({
    id: to,
    label,
    icon,
    active: paths.some((path) => isBelow(place, path)),
    link: linkTo(to),
  }));
}

/** How much work waits on each page, by its path. */
export type Waiting = Readonly<Record<string, MenuItem['waiting']>>;

/**
 * The entries below the sections that the account may see: the daily work, and the settings.
 *
 * @param place as `findMenuPage` gives it
 */
export function footItems(
  place: string,
  may: (capability: Capability) => boolean,
  waiting: Waiting,
): { work: MenuItem[]; settings: MenuItem[] } {
  const toItems = (pages: readonly MenuPage[]) =>
    pages
      .filter((page) => isSeen(page, may))
      .map(({ to, label, icon }) => ({
        id: to,
        label,
        icon,
        waiting: waiting[to],
        active: isBelow(place, to),
        link: linkTo(to),
      }));
  return { work: toItems([home, agenda, ...workPages]), settings: toItems(settingsPages) };
}
