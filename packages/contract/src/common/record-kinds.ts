/** What a record is, as the registry of ids and the bin name it. */
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
