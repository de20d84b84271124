import type { MergedDetails } from '@simiente/contract/patients/merges';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Reader } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { patientMerges } from '../../../schema/merges.ts';
import { patients } from '../../../schema/patients.ts';

/** The kept patients for the ids of merged records; other ids are left out. */
async function findKept(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const merged = await db
    .select({ id: patients.id, kept: sql<string>`kept_patient(${patients.id})` })
    .from(patients)
    .where(and(inArray(patients.id, [...ids]), isNotNull(patients.mergedInto)));
  return new Map(merged.map(({ id, kept }) => [id, kept]));
}

/** The problem for missing records: PATIENT_MERGED with the kept patient if one of them was merged, otherwise NOT_FOUND. */
export async function toMissingProblem(db: Reader, ids: readonly string[]): Promise<Problem> {
  const [idUser] = (await findKept(db, ids)).values();
  const [kept] = await db
    .select({ name: patients.name })
    .from(patients)
    .where(eq(patients.id, idUser ?? ''));
  if (idUser === undefined || kept === undefined) return new Problem('NOT_FOUND');
  return new Problem('PATIENT_MERGED', {
    issues: [{ path: 'idUser', message: `Se fusionó con el expediente de ${kept.name}.` }],
    details: { idUser, name: kept.name } satisfies MergedDetails,
    shows: { kind: 'patient', id: idUser },
  });
}

/** The input of a call with merged ids replaced by the kept ones; undefined if the input has no merged id. */
export async function resolveMerged<Input>(db: Reader, input: Input): Promise<Input | undefined> {
  if (typeof input !== 'object' || input === null) return undefined;
  const { idUser, idUsers }: { idUser?: unknown; idUsers?: unknown } = input;
  const ids = [idUser, idUsers].flat().filter((id) => typeof id === 'string');
  if (ids.length === 0) return undefined;
  const keptIds = await findKept(db, ids);
  if (keptIds.size === 0) return undefined;
  const follow = (id: string) => keptIds.get(id) ?? id;
  return {
    ...input,
    ...(typeof idUser === 'string' && { idUser: follow(idUser) }),
    ...(Array.isArray(idUsers) && { idUsers: [...new Set(idUsers.map(follow))] }),
  };
}

/**
 * The input for the retry of a call that did not find a record: with the ids of kept patients, or unchanged if a
 * concurrent merge or its undoing may have moved the record. Undefined without a reason for a retry.
 */
export async function resolveMoved<Input>(db: Reader, input: Input): Promise<Input | undefined> {
  const resolved = await resolveMerged(db, input);
  if (resolved !== undefined) return resolved;
  const { at, undoneAt } = patientMerges;
  const recent = sql`greatest(${at}, ${undoneAt}) > now() - interval '1 minute'`;
  return (await db.$count(patientMerges, recent)) > 0 ? input : undefined;
}
