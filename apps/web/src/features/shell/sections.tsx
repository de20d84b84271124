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
  more: Pick<MenuPage, 'needs'> = {},
): MenuPage => ({ to, letter, label, icon, ...more });

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
  page('/ordenes', 'O', 'Órdenes', IconClipboardList, {
    needs: 'orders.read',
  }),
  page('/por-confirmar', 'W', 'Por confirmar', IconCalendarCheck, { needs: 'patients.read' }),
  page('/resultados-recibidos', 'D', 'Resultados recibidos', IconInbox, {
    needs: 'results.receive',
  }),
  page('/por-firmar', 'F', 'Por firmar', IconSignature, {
    needs: ['reports.review', 'reports.statistics'],
  }),
];

const settingsPages = [
  page('/analitos', 'N', 'Analitos y rangos', IconRulerMeasure, {
    needs: 'analytes.manage',
  }),
  page('/membrete', 'E', 'Membrete', IconCertificate, {
    needs: 'letterhead.manage',
  }),
  page('/privacidad', 'Z', 'Privacidad', IconShieldLock, {
    needs: 'rights.manage',
  }),
  page('/cuentas', 'T', 'Cuentas', IconUserCog, {
    needs: 'accounts.manage',
  }),
  page('/auditoria', 'U', 'Auditoría', IconShieldSearch, { needs: 'audit.read' }),
  page('/papelera', 'B', 'Papelera', IconTrash),
  page('/sistema', 'Y', 'Estado del sistema', IconServer2, { needs: 'accounts.manage' }),
];

/** The pages that Ctrl K finds: the menu's, the prescriptions to validate and Mi cuenta. */
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

/** One object for each path, so that an unchanged entry is not rendered again. */
const links = new Map<string, LinkSlot>();
function linkTo(to: string): LinkSlot {
  // `findMenuPage` determines the active entry, because the router would mark the doctors on the agenda too.
  const section =
    links.get(to) ?? ((props) => <Link to={to} activeOptions={{ exact: true }} {...props} />);
  links.set(to, section);
  return section;
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

/** Counts of pending work, by the path of the page. */
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
