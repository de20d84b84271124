import { type PatientSort, statusGroup } from '@simiente/contract/patient-filters';
import type { PatientSummary } from '@simiente/contract/patients';
import { sql } from 'drizzle-orm';
import { asText, keyset } from '../../platform/database/keyset.ts';
import { patients } from '../../schema/patients.ts';

export const { orderBy, after, cursorAt } = keyset<PatientSort, PatientSummary>(
  patients.id,
  ({ idUser }) => idUser,
  {
    createDate: {
      expression: sql`${patients.createdSort}`,
      fromCursor: (key) => sql`${key}::timestamptz`,
      toCursor: (row) => row.createDate ?? '-infinity',
    },
    lastConnection: {
      expression: sql`${patients.lastAccessSort}`,
      fromCursor: (key) => sql`${key}::timestamptz`,
      toCursor: (row) => row.lastConnection ?? '-infinity',
    },
    name: {
      expression: sql`${patients.name} collate "es-x-icu"`,
      fromCursor: asText,
      toCursor: (row) => row.name,
    },
    status: {
      expression: sql`${patients.statusGroup}`,
      fromCursor: (key) => sql`${key}::smallint`,
      toCursor: (row) => String(statusGroup(row.status)),
    },
  },
);
