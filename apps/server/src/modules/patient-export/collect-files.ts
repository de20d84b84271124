import path from 'node:path';
import { asc, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { dataRequestFiles, dataRequests } from '../../schema/data-requests.ts';
import { files } from '../../schema/files.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { staffNames } from '../../schema/staff.ts';
import { withExtension } from '../files/public.ts';

interface FileOwners {
  readonly exams: readonly { readonly id: string; readonly fileId: string | null }[];
  readonly recipes: readonly { readonly id: string; readonly prescriptionFileId: string | null }[];
  /** The patient whose requests are included; null to leave them out. */
  readonly requestsPatientId: string | null;
}

/** The current and replaced files of exams and prescriptions, and the evidence of requests. */
export async function collectFiles(
  transaction: Transaction,
  { exams, recipes, requestsPatientId }: FileOwners,
  names: StaffNames,
) {
  const ids = [...exams, ...recipes].map(({ id }) => id);
  const replaced = await transaction
    .select()
    .from(replacedFiles)
    .where(or(inArray(replacedFiles.examId, ids), inArray(replacedFiles.recipeAppointmentId, ids)))
    .orderBy(desc(replacedFiles.replacedAt), replacedFiles.fileId);
  const evidence = await transaction
    .select({ fileId: dataRequestFiles.fileId, requestId: dataRequestFiles.requestId })
    .from(dataRequestFiles)
    .innerJoin(dataRequests, eq(dataRequests.id, dataRequestFiles.requestId))
    .where(requestsPatientId === null ? sql`false` : eq(dataRequests.patientId, requestsPatientId));
  const fileIds = [
    ...exams.map(({ fileId }) => fileId),
    ...recipes.map(({ prescriptionFileId }) => prescriptionFileId),
    ...replaced.map(({ fileId }) => fileId),
    ...evidence.map(({ fileId }) => fileId),
  ].filter((id) => id !== null);
  const rows = await transaction
    .select()
    .from(files)
    .where(inArray(files.id, fileIds))
    .orderBy(files.createdAt, files.id);
  const entries = rows.map(({ storageKey, createdAt, createdBy, ...file }, index) => ({
    storageKey,
    file: {
      ...file,
      path: entryPath(index + 1, file),
      createdAt: createdAt.toISOString(),
      createdBy: findName(names, createdBy, createdAt),
    },
  }));
  return {
    entries,
    files: entries.map(({ file }) => file),
    findEvidence: (idRequest: string) =>
      evidence.filter((row) => row.requestId === idRequest).map(({ fileId }) => fileId),
    /** The replaced files of an exam or appointment, the latest first. */
    findReplaced: (id: string) =>
      replaced
        .filter((row) => row.examId === id || row.recipeAppointmentId === id)
        .map(({ fileId, replacedAt, replacedBy }) => ({
          file: fileId,
          replacedAt: replacedAt.toISOString(),
          replacedBy: findName(names, replacedBy, replacedAt),
        })),
  };
}

/** A file of the record: its description in the ZIP, and its key in the store. */
export type StoredEntry = Awaited<ReturnType<typeof collectFiles>>['entries'][number];

/** Maximum characters of a name without its ending, so that the path fits on every system. */
const MAX_STEM_LENGTH = 80;
/** Characters that a system forbids in names, or shows misleadingly. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

/**
 * The path of a file in the ZIP: a number makes it unique. It cannot lead out of its folder, is valid on every system
 * and has the ending of its type.
 */
function entryPath(
  position: number,
  { name, mediaType }: { readonly name: string; readonly mediaType: string },
): string {
  const safe = name
    .normalize('NFC')
    .replaceAll(UNSAFE, '_')
    .replaceAll(/^[. ]+|(?<![. ])[. ]+$/g, '');
  const { name: stem, ext } = path.parse(withExtension(safe || 'archivo', mediaType));
  // Cut by code points, so that no surrogate pair is split.
  const shortStem = [...stem].slice(0, MAX_STEM_LENGTH).join('').trimEnd();
  const shortEnding = [...ext].slice(0, 10).join('');
  return `archivos/${String(position).padStart(3, '0')}-${shortStem}${shortEnding}`;
}

/** The names that each account had, the earliest first, including former staff. */
export type StaffNames = ReadonlyMap<string, readonly { since: number; name: string }[]>;

export async function readStaffNames(transaction: Transaction): Promise<StaffNames> {
  const { staffId, since, name } = staffNames;
  const rows = await transaction
    .select({ staffId, name, since: sql<number>`extract(epoch from ${since})::float8 * 1000` })
    .from(staffNames)
    .orderBy(asc(since));
  return Map.groupBy(rows, (row) => row.staffId);
}

/** The name at an instant, or the id of an unknown account. */
export function findName(names: StaffNames, id: string | null, at: Date | null): string | null {
  if (id === null) return null;
  const entry = names.get(id)?.findLast(({ since }) => at !== null && since <= at.getTime());
  return entry?.name ?? id;
}
