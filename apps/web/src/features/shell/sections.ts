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
import type { MenuPage } from '../search/public.ts';

const page = (
  to: string,
  letter: string,
  label: string,
  icon: TablerIcon,
  needs?: MenuPage['needs'],
): MenuPage => ({ to, letter, label, icon, needs });

/** The menu's four sections. */
export const sections = [
  page('/pacientes', 'P', 'Pacientes', IconUsers),
  page('/medicos', 'M', 'Médicos', IconStethoscope),
  page('/partners', 'S', 'Partners', IconBuildingHospital),
  page('/prospectos', 'R', 'Prospectos', IconUserSearch),
];

const home = page('/home', 'I', 'Inicio', IconHome);
const agenda = page('/medicos?vista=agenda', 'A', 'Agenda', IconCalendarWeek);

/** The daily work; an entry is absent without its capability. */
const dailyPages = [
  page('/ordenes', 'O', 'Órdenes', IconClipboardList, 'orders.read'),
  page('/por-confirmar', 'W', 'Por confirmar', IconCalendarCheck, 'patients.read'),
  page('/resultados-recibidos', 'D', 'Resultados recibidos', IconInbox, 'results.receive'),
  page('/por-firmar', 'F', 'Por firmar', IconSignature, ['reports.review', 'reports.statistics']),
];

/** The entries below the sections: first the daily work, then the settings. */
export const workPages = [home, agenda, ...dailyPages];

export const settingsPages = [
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
  ...dailyPages,
  ...settingsPages,
  page('/cuenta', 'C', 'Mi cuenta', IconUserCircle),
];

/** The pages that the account may open. */
export function menuPages(may: (capability: Capability) => boolean): MenuPage[] {
  return everyPage.filter((page) => isAllowed(page, may));
}

export function isAllowed({ needs }: MenuPage, may: (capability: Capability) => boolean): boolean {
  return needs === undefined || [needs].flat().some(may);
}

/** The menu's page for an address. The agenda is a separate entry, but a view of the doctors' page. */
export function findMenuPage({ pathname, search }: { pathname: string; search: object }): string {
  const isAgenda = pathname === '/medicos' && 'vista' in search && search.vista === 'agenda';
  return isAgenda ? agenda.to : pathname;
}

/** @param place from `findMenuPage` */
export function isActive({ to }: MenuPage, place: string): boolean {
  // The pages of one partner have their own path.
  const path = place.replace(/^\/partner(?=\/|$)/, '/partners');
  return path === to || path.startsWith(`${to}/`);
}
