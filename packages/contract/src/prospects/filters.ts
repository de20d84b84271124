import { bothOrders } from '../common/lists.ts';

/** Statuses that staff can set; a legacy status may be any text, or missing. */
export const prospectStatuses = ['pending', 'contacted', 'converted', 'rejected'] as const;
export type ProspectStatus = (typeof prospectStatuses)[number];

/** The groups by which lists filter and count: the four statuses, and `none` for any other. */
export const prospectGroups = [...prospectStatuses, 'none'] as const;
export type ProspectGroup = (typeof prospectGroups)[number];

/** The name of a status on all screens. */
export const prospectGroupNames: Readonly<Record<ProspectGroup, string>> = {
  pending: 'Pendiente',
  contacted: 'Contactado',
  converted: 'Convertido',
  rejected: 'Rechazado',
  none: 'Sin estado',
};

export function prospectGroup(status: string | null): ProspectGroup {
  return prospectStatuses.find((settable) => settable === status) ?? 'none';
}

/** The name of a stored status on all screens; an unknown text follows in brackets: 'Sin estado (archivado)'. */
export function prospectStatusName(status: string | null): string {
  const group = prospectGroup(status);
  const text = status?.trim() ?? '';
  const isOther = group === 'none' && text !== '' && text !== group;
  return isOther ? `${prospectGroupNames.none} (${text})` : prospectGroupNames[group];
}

export const prospectSorts = bothOrders('createDate', 'name', 'motivo', 'status');
export type ProspectSort = (typeof prospectSorts)[number];
