import { readDay } from '@simiente/contract/common/read-date';
import type { DateOrder } from '@simiente/contract/results/columns';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { patients } from '../../schema/patients.ts';

/** The day that a laboratory wrote, and the text after it; null for any other text. */
export function readWrittenDay(
  text: string,
  { order = 'day', century }: { order?: DateOrder | undefined; century?: '2000' } = {},
) {
  // Without a century, a year of two digits is ambiguous.
  const options = { order: `${order}-first`, century, is1904: null, today: '2099-12-31' } as const;
  const read = readDay(text.trim(), options);
  return 'day' in read && /^(?:[ T,]|$)/.test(read.textAfter) ? read : null;
}

const splitWords = (name: SQLWrapper | string) =>
  sql`array_remove(regexp_split_to_array(fold_text(${name}::text), '[^[:alnum:]]+'), '')`;

/** Whether the laboratory's name differs from the patient's: neither contains all words of the other. */
export function isOtherName(written: string | null): SQL<boolean> {
  if (written === null) return sql`false`;
  const [theirs, ours] = [splitWords(written), splitWords(patients.name)];
  return sql<boolean>`not (${theirs} <@ ${ours} or ${ours} <@ ${theirs})`;
}

/** Whether a birth date that a laboratory wrote is the patient's; null if either is unknown. */
export function isSameBirthDate(written: string | null): SQL<boolean | null> {
  if (written === null) return sql`null::boolean`;
  const day = readWrittenDay(written);
  // A text that is not a day matches no day.
  if (day === null) return sql`case when ${patients.birthDate} is not null then false end`;
  return sql`${patients.birthDate} = ${day.day}::date`;
}
