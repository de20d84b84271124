import type { Laboratory } from '@simiente/contract/exams/calls';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { matchesSearch } from '../../platform/database/search.ts';
import { Problem } from '../../platform/problem.ts';
import { partners } from '../../schema/partners.ts';

/** The type of a partner that makes exams. */
const LABORATORY = 'Laboratorio';
/** A list of choices shows this many; the search finds the others. */
const MOST_LABORATORIES = 50;

/** A partner that makes exams, and is not deleted. */
export const isLaboratory = and(eq(partners.type, LABORATORY), isNull(partners.deletedAt));

interface LaboratoryFilter {
  readonly search?: string | undefined;
  /** Partners of every type. */
  readonly everyType?: boolean | undefined;
}

/** The laboratories that match a search, by name. */
export function listLaboratories(
  db: Reader,
  { search, everyType }: LaboratoryFilter,
): Promise<Laboratory[]> {
  const isOffered = everyType ? isNull(partners.deletedAt) : isLaboratory;
  return db
    .select({ idPartner: partners.id, name: partners.name })
    .from(partners)
    .where(and(isOffered, matchesSearch(partners.searchText, search)))
    .orderBy(sql`${partners.name} collate "es-x-icu"`, partners.id)
    .limit(MOST_LABORATORIES);
}

/** @throws Problem NOT_FOUND when the laboratory does not exist or is deleted */
export async function readLaboratory(db: Reader, id: string): Promise<Laboratory> {
  const [found] = await db
    .select({ idPartner: partners.id, name: partners.name })
    .from(partners)
    .where(and(isLaboratory, eq(partners.id, id)));
  if (!found) throw unknownLaboratory('laboratory');
  return found;
}

/**
 * Locks a laboratory, so that it is not deleted before commit.
 * @throws Problem NOT_FOUND when the laboratory does not exist or is deleted
 */
export async function requireLaboratory(
  transaction: Transaction,
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return;
  const found = await transaction
    .select({ id: partners.id })
    .from(partners)
    .where(and(isLaboratory, eq(partners.id, id)))
    .for('key share');
  if (found.length === 0) throw unknownLaboratory('idLaboratory');
}

function unknownLaboratory(path: string): Problem {
  return new Problem('NOT_FOUND', { issues: [{ path, message: 'Este laboratorio no existe' }] });
}
