import { type PartnerSort, taggedPartnerTypes } from '@simiente/contract/partner-filters';
import { sql } from 'drizzle-orm';
import { asText, keyset } from '../../platform/database/keyset.ts';
import { partners } from '../../schema/partners.ts';
import { branchCount, type PartnerRow } from './present.ts';

/** The lists' label for types without a tag of their own. */
const UNTYPED = 'Sin tipo';
const tagged: readonly string[] = taggedPartnerTypes;

export const { orderBy, after, cursorAt } = keyset<PartnerSort, PartnerRow>(
  partners.id,
  ({ id }) => id,
  {
    // As in the index `partners_by_name`.
    name: {
      expression: sql`${partners.name} collate "es-x-icu"`,
      fromCursor: asText,
      toCursor: (row) => row.name,
    },
    branches: {
      expression: branchCount,
      fromCursor: (key) => sql`${key}::int`,
      toCursor: (row) => String(row.branches),
    },
    country: {
      expression: sql`coalesce(${partners.country}, '') collate "es-x-icu"`,
      fromCursor: asText,
      toCursor: (row) => row.country ?? '',
    },
    // As it is shown on the screen.
    type: {
      expression: sql`(case when ${partners.type} in (${sql.join(
        tagged.map((type) => sql`${type}`),
        sql`, `,
      )}) then ${partners.type} else ${UNTYPED} end) collate "es-x-icu"`,
      fromCursor: asText,
      toCursor: ({ type }) => (type !== null && tagged.includes(type) ? type : UNTYPED),
    },
  },
);
