/**
 * Legacy ids are kept as they are, so an id is any short printable text without spaces; not `.` or
 * `..`, which would lead elsewhere in a path, nor what every JavaScript object has a property of.
 */
export const ID_PATTERN = /^(?!(?:\.\.?|__proto__|constructor|prototype)$)[\w.:@-]+$/;
export const LONGEST_ID = 128;

/** Whether some record may have this as its id. */
export function isRecordId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_ID && ID_PATTERN.test(value);
}
