/**
 * Legacy ids are kept, so an id is any short printable text without spaces. Excluded are `.` and `..`, which change
 * a path, and the property names of every JavaScript object.
 */
export const ID_PATTERN = /^(?!(?:\.\.?|__proto__|constructor|prototype)$)[\w.:@-]+$/;
export const MAX_ID_LENGTH = 128;

export function isRecordId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_ID_LENGTH && ID_PATTERN.test(value);
}
