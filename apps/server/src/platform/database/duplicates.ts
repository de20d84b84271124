import { domainToASCII, domainToUnicode } from 'node:url';
import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Maximum candidates in one search for duplicates. */
export const MAX_DUPLICATES = 10;

/**
 * The condition of a search for duplicates, and a column with the names of the matching fields. The condition is
 * undefined if no field can be compared.
 */
export function matchedBy<Field extends string>(
  comparisons: Readonly<Record<Field, SQL | undefined>>,
): { readonly condition: SQL | undefined; readonly matched: SQL<Field[]> } {
  const compared = Object.entries<SQL | undefined>(comparisons).filter(
    (entry): entry is [Field, SQL] => entry[1] !== undefined,
  );
  const fields = compared.map(([field, match]) => sql`case when ${match} then ${field}::text end`);
  return {
    condition: or(...compared.map(([, match]) => match)),
    matched: sql<Field[]>`array_remove(array[${sql.join(fields, sql`, `)}]::text[], null)`,
  };
}

/** Condition for the same address, ignoring case and Punycode. */
export function sameEmail(column: SQLWrapper, email: string): SQL {
  const [, local = email, domain = ''] = /^(.*)@([^@]*)$/u.exec(email.trim()) ?? [];
  const forms = [
    email.trim(),
    `${local}@${domainToASCII(domain)}`,
    `${local}@${domainToUnicode(domain)}`,
  ];
  const compared = forms.map((form) => sql`lower(${form.normalize('NFC')})`);
  return sql`lower(${column}) in (${sql.join(compared, sql`, `)})`;
}

/** Condition for the same letters and digits, ignoring case, accents and punctuation. */
export function sameWords(column: SQLWrapper, text: string | undefined): SQL | undefined {
  if (text === undefined || !/[\p{L}\p{N}]/u.test(text)) return undefined;
  return sql`${normalizeWords(column)} = ${normalizeWords(sql`${text}::text`)}`;
}

const normalizeWords = (text: SQLWrapper) =>
  sql`btrim(regexp_replace(fold_text(${text}), '[^[:alnum:]]+', ' ', 'g'))`;

/** Condition for the same page, ignoring scheme, `www.`, case and trailing slash. */
export function sameWebsite(column: SQLWrapper, website: string | undefined): SQL | undefined {
  if (website === undefined || website.trim() === '') return undefined;
  return sql`${normalizeWebsite(column)} = ${normalizeWebsite(sql`${website.trim()}::text`)}`;
}

const normalizeWebsite = (website: SQLWrapper) =>
  sql`regexp_replace(regexp_replace(lower(${website}), '^(https?://)?(www[.])?', ''), '/+$', '')`;
