/** The types of the form. An imported partner may have another type or none, which screens show as 'Sin tipo'. */
export const partnerTypes = ['Laboratorio', 'Clínica', 'Hospital', 'Otro'] as const;

/** The types with their own tag; any other or missing type counts as 'Otro'. */
export const taggedPartnerTypes = ['Laboratorio', 'Clínica', 'Hospital'] as const;

export const partnerSorts = [
  'name',
  '-name',
  'branches',
  '-branches',
  'country',
  '-country',
  'type',
  '-type',
] as const;
export type PartnerSort = (typeof partnerSorts)[number];
