/** The kind of a record, in the registry of ids and in the trash. */
export const recordKinds = [
  'patient',
  'exam',
  'doctor',
  'doctor_appointment',
  'recipe_appointment',
  'partner',
  'branch',
  'prospect',
  'exam_order',
] as const;
export type RecordKind = (typeof recordKinds)[number];
