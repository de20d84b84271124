import { type ProspectSort, prospectGroup } from '@simiente/contract/prospect-filters';
import type { Prospect } from '@simiente/contract/prospects';
import { sql } from 'drizzle-orm';
import { asText, keyset } from '../../platform/database/keyset.ts';
import { literal } from '../../platform/database/statements.ts';
import { prospects } from '../../schema/prospects.ts';

/** A reason may be of any length: it is sorted by this many characters. */
const REASON_START = 200;

export const { orderBy, after, cursorAt } = keyset<ProspectSort, Prospect>(
  prospects.id,
  ({ idProspect }) => idProspect,
  {
    createDate: {
      expression: sql`${prospects.createdSort}`,
      fromCursor: (key) => sql`${key}::timestamptz`,
      toCursor: (row) => row.createDate ?? '-infinity',
    },
    name: {
      expression: sql`${prospects.name} collate "es-x-icu"`,
      fromCursor: asText,
      toCursor: (row) => row.name,
    },
    motivo: {
      expression: sql`left(coalesce(${prospects.reason}, ''), ${literal(REASON_START)}) collate "es-x-icu"`,
      fromCursor: asText,
      toCursor: ({ motivo }) =>
        Array.from(motivo ?? '')
          .slice(0, REASON_START)
          .join(''),
    },
    status: {
      expression: sql`${prospects.statusGroup}`,
      fromCursor: (key) => sql`${key}::text`,
      toCursor: ({ status }) => prospectGroup(status),
    },
  },
);
