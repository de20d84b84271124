/** The statuses that staff may choose; a legacy one may be any text, or missing. */
export const prospectStatuses = ['pending', 'contacted', 'converted', 'rejected'] as const;
export type ProspectStatus = (typeof prospectStatuses)[number];

/** The groups that lists filter and count by: the four, and `none` for any other status. */
export const prospectGroups = [...prospectStatuses, 'none'] as const;
export type ProspectGroup = (typeof prospectGroups)[number];

/** What a status is called wherever one is told. */
export const prospectGroupNames: Readonly<Record<ProspectGroup, string>> = {
  pending: 'Pendiente',
  contacted: 'Contactado',
  converted: 'Convertido',
  rejected: 'Rechazado',
  none: 'Sin estado',
};

/** The group that a stored status falls into. */
export function prospectGroup(status: string | null): ProspectGroup {
  return prospectStatuses.find((known) => known === status) ?? 'none';
}

export const prospectSorts = [
  '-createDate',
  'createDate',
  'name',
  '-name',
  'motivo',
  '-motivo',
  'status',
  '-status',
] as const;
export type ProspectSort = (typeof prospectSorts)[number];
