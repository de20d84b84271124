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
