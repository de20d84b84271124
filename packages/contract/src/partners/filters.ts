/**
 * The types of the form. An imported partner may have another, or none: screens show 'Sin tipo'.
 */
export const partnerTypes = ['Laboratorio', 'Clínica', 'Hospital', 'Otro'] as const;

/** The types with a tag of their own; any other, also a missing one, counts as 'Otro'. */
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
