import { isCalendarDay } from '@simiente/contract/common/days';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { patients } from '../../schema/patients.ts';

const DAY_FIRST = /^(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})(?<rest>(?:[ T,].*)?)$/;
const YEAR_FIRST =
  /^(?<year>\d{4})[/.-](?<month>\d{1,2})[/.-](?<day>\d{1,2})(?<rest>(?:[ T,].*)?)$/;

/** The day that a laboratory wrote, 'AAAA-MM-DD' or 'DD/MM/AAAA', and the text after it; null for any other text. */
export function writtenDay(text: string): { readonly day: string; readonly rest: string } | null {
  const parts = (DAY_FIRST.exec(text.trim()) ?? YEAR_FIRST.exec(text.trim()))?.groups;
  if (parts === undefined) return null;
  const { year = '', month = '', day = '', rest = '' } = parts;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDay(date) ? { day: date, rest } : null;
}

const words = (name: SQLWrapper | string) =>
  sql`array_remove(regexp_split_to_array(fold_text(${name}::text), '[^[:alnum:]]+'), '')`;

/** Whether a name that a laboratory wrote is another than the patient's: neither has all words of the other. */
export function isOtherName(written: string | null): SQL<boolean> {
  if (written === null) return sql`false`;
  const [theirs, ours] = [words(written), words(patients.name)];
  return sql<boolean>`not (${theirs} <@ ${ours} or ${ours} <@ ${theirs})`;
}

/** Whether a birth date that a laboratory wrote is the patient's; null where one of them is unknown. */
export function isSameBirthDate(written: string | null): SQL<boolean | null> {
  if (written === null) return sql`null::boolean`;
  const day = writtenDay(written);
  // A text that is no day agrees with none.
  if (day === null) return sql`case when ${patients.birthDate} is not null then false end`;
  return sql`${patients.birthDate} = ${day.day}::date`;
}
