/**
 * Legacy ids are kept, so an id is any short printable text without spaces, except `.` and `..`, which change a
 * path, and property names of every JavaScript object.
 */
export const ID_PATTERN = /^(?!(?:\.\.?|__proto__|constructor|prototype)$)[\w.:@-]+$/;
export const LONGEST_ID = 128;

export function isRecordId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_ID && ID_PATTERN.test(value);
}
