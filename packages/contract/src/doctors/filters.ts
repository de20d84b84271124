import { bothOrders } from '../common/lists.ts';

export const doctorSorts = bothOrders('name', 'specialties', 'email', 'upcoming');
export type DoctorSort = (typeof doctorSorts)[number];

/**
 * Maximum doctors in an answer of the clinic's day: users do not read more columns side by side, and the answer
 * grows with them.
 */
export const MAX_DAY_DOCTORS = 30;
/** The last page of doctors of the clinic's day; pages begin at 0. */
export const LAST_DAY_PAGE = 99;
