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
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MenuItem } from '../../ui/layout/SideMenu.tsx';
import type { LinkSlot } from '../../ui/link-slot.ts';
import type { MenuPage } from '../search/public.ts';

const page = (
  to: string,
  letter: string,
  label: string,
  icon: TablerIcon,
  needs?: MenuPage['needs'],
): MenuPage => ({ to, letter, label, icon, needs });

/** The menu's four sections; a section is active on every page below its paths. */
const sections = [
  { ...page('/pacientes', 'P', 'Pacientes', IconUsers), paths: ['/pacientes'] },
  { ...page('/medicos', 'M', 'Médicos', IconStethoscope), paths: ['/medicos'] },
  {
    ...page('/partners', 'S', 'Partners', IconBuildingHospital),
    paths: ['/partners', '/partner'],
  },
  { ...page('/prospectos', 'R', 'Prospectos', IconUserSearch), paths: ['/prospectos'] },
];

const home = page('/home', 'I', 'Inicio', IconHome);
const agenda = page('/medicos?vista=agenda', 'A', 'Agenda', IconCalendarWeek);

/** The daily work; an entry is absent without its capability. */
const workPages = [
  page('/ordenes', 'O', 'Órdenes', IconClipboardList, 'orders.read'),
  page('/por-confirmar', 'W', 'Por confirmar', IconCalendarCheck, 'patients.read'),
  page('/resultados-recibidos', 'D', 'Resultados recibidos', IconInbox, 'results.receive'),
  page('/por-firmar', 'F', 'Por firmar', IconSignature, ['reports.review', 'reports.statistics']),
];

const settingsPages = [
  page('/analitos', 'N', 'Analitos y rangos', IconRulerMeasure, 'analytes.manage'),
  page('/membrete', 'E', 'Membrete', IconCertificate, 'letterhead.manage'),
  page('/privacidad', 'Z', 'Privacidad', IconShieldLock, 'rights.manage'),
  page('/cuentas', 'T', 'Cuentas', IconUserCog, 'accounts.manage'),
  page('/auditoria', 'U', 'Auditoría', IconShieldSearch, 'audit.read'),
  page('/papelera', 'B', 'Papelera', IconTrash),
  page('/sistema', 'Y', 'Estado del sistema', IconServer2, 'accounts.manage'),
];

/** The pages that Ctrl K finds: those of the menu, the prescriptions to validate and Mi cuenta. */
const everyPage: readonly MenuPage[] = [
  home,
  ...sections,
  agenda,
  page('/home/recetas', 'V', 'Recetas por validar', IconPrescription),
  ...workPages,
  ...settingsPages,
  page('/cuenta', 'C', 'Mi cuenta', IconUserCircle),
];

/** The pages that the account may open. */
export function menuPages(may: (capability: Capability) => boolean): MenuPage[] {
  return everyPage.filter((page) => isSeen(page, may));
}

function isSeen({ needs }: MenuPage, may: (capability: Capability) => boolean): boolean {
  return needs === undefined || [needs].flat().some(may);
}

/** One function for each path, so that an unchanged entry is not rendered again. */
const links = new Map<string, LinkSlot>();
function linkTo(to: string): LinkSlot {
  // `findMenuPage` determines the active entry, because the router would mark the doctors on the agenda too.
  const link =
    links.get(to) ?? ((props) => <Link to={to} activeOptions={{ exact: true }} {...props} />);
  links.set(to, link);
  return link;
}

/** The menu's page for an address. The agenda is a separate entry, but a view of the doctors' page. */
export function findMenuPage({ pathname, search }: { pathname: string; search: object }): string {
  const isAgenda = pathname === '/medicos' && 'vista' in search && search.vista === 'agenda';
  return isAgenda ? agenda.to : pathname;
}

const isAtOrBelow = (page: string, path: string) => page === path || page.startsWith(`${path}/`);

/** @param currentPage from `findMenuPage` */
export function menuItems(currentPage: string): MenuItem[] {
  return sections.map(({ to, label, icon, paths }) => ({
    id: to,
    label,
    icon,
    active: paths.some((path) => isAtOrBelow(currentPage, path)),
    link: linkTo(to),
  }));
}

/** Counts of pending work, by the path of the page. */
export type Waiting = Readonly<Record<string, MenuItem['waiting']>>;

/**
 * The entries below the sections that the account may see: the daily work, and the settings.
 *
 * @param currentPage from `findMenuPage`
 */
export function footItems(
  currentPage: string,
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
        active: isAtOrBelow(currentPage, to),
        link: linkTo(to),
      }));
  return { work: toItems([home, agenda, ...workPages]), settings: toItems(settingsPages) };
}
