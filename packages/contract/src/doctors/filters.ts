export const doctorSorts = [
  'name',
  '-name',
  'specialties',
  '-specialties',
  'email',
  '-email',
  'upcoming',
  '-upcoming',
] as const;
export type DoctorSort = (typeof doctorSorts)[number];

/**
 * Maximum number of doctors in an answer of the clinic's day: more columns are not read side by side, and its weight
 * grows with them.
 */
export const MOST_DAY_DOCTORS = 30;
export const LAST_DAY_PAGE = 99;
