import { bothOrders } from '../common/lists.ts';

/** The types of the form. An imported partner may have another type or none, which screens show as 'Sin tipo'. */
export const partnerTypes = ['Laboratorio', 'Clínica', 'Hospital', 'Otro'] as const;

/** The types with their own tag; any other or missing type counts as 'Otro'. */
export const taggedPartnerTypes = ['Laboratorio', 'Clínica', 'Hospital'] as const;

export const partnerSorts = bothOrders('name', 'branches', 'country', 'type');
export type PartnerSort = (typeof partnerSorts)[number];
