import { buildInstant, DAY, HOUR, toInstant, toIso } from './dates.ts';
import { buildId } from './identifiers.ts';
import { type BuilderContext, chance, weighted, withStream } from './random.ts';
import type { BranchRecord, LegacyExport, PatientRecord } from './records.ts';
import type { ResultSetRecord } from './results.ts';

/** An order for exams. Legacy exports have no orders. */
export interface ExamOrderRecord {
  idOrder: string;
  idUser: string;
  idBranch: string;
  idPartner: string;
  /** Codes of the exam catalogue. */
  exams: string[];
  createDate: string;
  /** Times of downloads of its PDF. */
  downloads: string[];
  /** The exam with the result of the order; null while the order waits. */
  idExam: string | null;
}

/** Orders go back about half a year. */
const MAX_ORDER_AGE = 183 * DAY;
/** Maximum age of an order that waits. Most laboratories answer within a week; an older order is overdue. */
const MAX_WAITING_AGE = 9 * DAY;
/** Share of patients with an order that waits. */
const SHARE_WAITING = 0.25;

const codes = { Seminograma: 'SEM', Hormonal: 'HORMO' } as const;

/**
 * Orders of an export's patients at its branches, sorted by creation: orders of their results, and some that wait.
 */
export function buildExamOrders(
  context: BuilderContext,
  { users, branches }: Pick<LegacyExport, 'users' | 'branches'>,
  results: readonly ResultSetRecord[],
): ExamOrderRecord[] {
  const offering = branches.filter(({ exam_available: exams }) => exams.length > 0);
  if (offering.length === 0) return [];
  const orders = users.flatMap((patient) =>
    withStream(context, `orders/${patient.idUser}`, (inner) => [
      ...results
        .filter(({ idUser }) => idUser === patient.idUser)
        .flatMap((set) =>
          withStream(inner, set.idResultSet, (deep) => buildAnswered(deep, patient, set, offering)),
        ),
      ...(chance(inner, SHARE_WAITING) ? [buildWaiting(inner, patient, offering)] : []),
    ]),
  );
  return orders.toSorted((first, second) => (first.createDate < second.createDate ? -1 : 1));
}

function buildWaiting(
  context: BuilderContext,
  patient: PatientRecord,
  branches: readonly BranchRecord[],
): ExamOrderRecord {
  const { faker } = context;
  const now = context.now.getTime();
  const branch = faker.helpers.arrayElement(branches);
  const offered = branch.exam_available;
  const chosenExams = faker.helpers.arrayElements(offered, {
    min: 1,
    max: Math.min(3, offered.length),
  });
  const signedUp = toInstant(patient.createDate, now);
  const createdAt = buildInstant(context, Math.max(signedUp, now - MAX_WAITING_AGE), now - HOUR);
  const exams = offered.filter((exam) => chosenExams.includes(exam));
  return { ...buildOrder(context, patient, branch, createdAt), exams, idExam: null };
}

/** The order of a result, up to 5 days before its sample; empty if it would be too old, or no branch offers the exam. */
function buildAnswered(
  context: BuilderContext,
  patient: PatientRecord,
  { idExam, examType, collectedAt }: ResultSetRecord,
  branches: readonly BranchRecord[],
): ExamOrderRecord[] {
  const now = context.now.getTime();
  const collected = Date.parse(collectedAt);
  const createdAt = buildInstant(context, collected - 5 * DAY, collected - HOUR);
  const earliest = Math.max(toInstant(patient.createDate, now), now - MAX_ORDER_AGE);
  if (createdAt < earliest) return [];
  const code = codes[examType];
  const offering = branches.filter(({ exam_available: offered }) => offered.includes(code));
  if (offering.length === 0) return [];
  const branch = context.faker.helpers.arrayElement(offering);
  return [{ ...buildOrder(context, patient, branch, createdAt), exams: [code], idExam }];
}

function buildOrder(
  context: BuilderContext,
  { idUser }: PatientRecord,
  branch: BranchRecord,
  createdAt: number,
): Omit<ExamOrderRecord, 'exams' | 'idExam'> {
  return {
    idOrder: buildId(context, 'ord'),
    idUser,
    idBranch: branch.idBranch,
    idPartner: branch.partner.id,
    createDate: toIso(createdAt),
    downloads: buildDownloads(context, createdAt, context.now.getTime()),
  };
}

/** Times of downloads: most orders are downloaded immediately, and some again days later. */
function buildDownloads(context: BuilderContext, createdAt: number, now: number): string[] {
  const count = weighted(context, [
    [0, 12],
    [1, 60],
    [2, 20],
    [3, 8],
  ] as const);
  return Array.from({ length: count }, (_, index) => {
    const latest = createdAt + (index === 0 ? HOUR / 2 : 9 * DAY);
    return toIso(buildInstant(context, createdAt, Math.min(latest, now)));
  }).sort();
}
