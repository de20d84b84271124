import * as z from 'zod';

/**
 * Legacy ids are kept as they are, so an id is any short printable text without spaces; not `.` or
 * `..`, which would lead elsewhere in a path.
 */
export const recordId = z
  .string()
  .min(1)
  .max(128)
  .regex(/^(?!\.\.?$)[\w.:@-]+$/, 'El identificador no es válido');

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
