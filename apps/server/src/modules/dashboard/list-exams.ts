import { filePath } from '@simiente/contract/common/paths';
import type { ExamListInput, ExamPage, ListedExam } from '@simiente/contract/dashboard/calls';
import { and, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { may, type StaffActor } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { countRows } from '../../platform/database/pages/count-rows.ts';
import { byDate, keyset } from '../../platform/database/pages/keyset.ts';
import { pick, toWire } from '../../platform/database/records.ts';
import { matchesSearch } from '../../platform/database/search.ts';
import { exams } from '../../schema/exams.ts';
import { files } from '../../schema/files.ts';
import { partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { externalLink, readLaboratory } from '../exams/public.ts';
import { isShownExam, toInstants } from './count-by-week.ts';

type ExamFilter = Omit<ExamListInput, 'limit' | 'cursor'>;
/** One page of the exams of a period, of all patients, as the dashboard counts them. */
export async function listPeriodExams(
  { db, actor, cursors, clinicTimeZone }: StaffContext,
  input: ExamListInput,
): Promise<ExamPage> {
  const { laboratory } = input;
  if (laboratory !== undefined) await readLaboratory(db, laboratory);
  const { page, nextCursor } = await readPage(
    input,
    cursors,
    selectExams(db),
    matches(input, clinicTimeZone),
  );
  return {
    exams: page.map(presentFor(actor)),
    nextCursor,
    ...(await countRows(db, exams, matches(input, clinicTimeZone), input.search)),
  };
}

export const examIds = (filter: ExamFilter, clinicTimeZone: string) =>
  ids(filter.sort, exams, matches(filter, clinicTimeZone));

export async function readListedExams(
  db: Reader,
  ids: string[],
  { reader }: { readonly reader: Pick<StaffActor, 'capabilities'> },
): Promise<ListedExam[]> {
  const rows = await selectExams(db).where(inArray(exams.id, ids));
  return rows.map(presentFor(reader));
}

function selectExams(db: Reader) {
  return db
    .select(columns)
    .from(exams)
    .innerJoin(patients, eq(patients.id, exams.patientId))
    .leftJoin(files, eq(files.id, exams.fileId))
    .leftJoin(partners, eq(partners.id, exams.laboratoryId));
}

const { readPage, ids } = keyset<ExamFilter['sort'], Row>(exams.id, ({ id }) => id, {
  createDate: byDate(sql`${exams.createdAt}`, ({ createDate }) => createDate),
});

const columns = {
  ...pick(exams, ['id', 'examDate', 'externalUrl']),
  examType: exams.type,
  createDate: exams.createdAt,
  patient: { idUser: patients.id, name: patients.name },
  fileId: files.id,
  fileName: files.name,
  laboratory: { idPartner: partners.id, name: partners.name },
};

function matches(input: ExamFilter, clinicTimeZone: string): SQL | undefined {
  const { from, until } = toInstants(input, clinicTimeZone);
  const matchesPatient = matchesSearch(patients.searchText, input.search);
  return and(
    isShownExam,
    gte(exams.createdAt, from),
    lt(exams.createdAt, until),
    input.laboratory === undefined ? undefined : eq(exams.laboratoryId, input.laboratory),
    or(
      matchesSearch(sql`fold_text(replace(${exams.type}, '_', ' '))`, input.search),
      matchesPatient &&
        sql`${exams.patientId} in (select ${patients.id} from ${patients} where ${matchesPatient})`,
    ),
  );
}

/** Hides the files of exams, in the list and its exported file, from accounts that may not open them. */
const presentFor = (reader: Pick<StaffActor, 'capabilities'>) => (row: Row) =>
  may(reader, 'exams.open')
    ? present(row)
    : { ...present(row), fileUrl: null, external: false, fileName: null };

type Row = Awaited<ReturnType<typeof selectExams>>[number];

function present({ externalUrl, fileId, ...row }: Row): ListedExam {
  const link = externalLink(externalUrl);
  return {
    ...toWire(row),
    fileUrl: fileId === null ? link : filePath(fileId),
    external: fileId === null && link !== null,
  };
}
