import { buildInstant, DAY, HOUR, instantOf, iso } from './dates.ts';
import { buildId } from './identifiers.ts';
import { type BuilderContext, chance, weighted, within } from './random.ts';
import type { BranchRecord, LegacyExport, PatientRecord } from './records.ts';

/** An order for exams, which legacy exports do not have. */
export interface ExamOrderRecord {
  idOrder: string;
  idUser: string;
  idBranch: string;
  idPartner: string;
  /** Codes of the exam catalogue. */
  exams: string[];
  createDate: string;
  /** When its PDF was downloaded. */
  downloads: string[];
}

/** Orders go back about half a year. */
const OLDEST_ORDER = 183 * DAY;
/** A patient who has just registered seldom has an order. */
const SHARE_WITH_ORDERS = 0.7;

/** Orders of an export's patients at its branches, the earliest first. */
export function buildExamOrders(
  context: BuilderContext,
  { users, branches }: Pick<LegacyExport, 'users' | 'branches'>,
): ExamOrderRecord[] {
  const offering = branches.filter(({ exam_available: exams }) => exams.length > 0);
  if (offering.length === 0) return [];
  const orders = users.flatMap((patient) =>
    within(context, `orders/${patient.idUser}`, (inner) => {
      if (!chance(inner, SHARE_WITH_ORDERS)) return [];
      const count = weighted(inner, [
        [1, 60],
        [2, 30],
        [3, 10],
      ] as const);
      return Array.from({ length: count }, (_, index) =>
        within(inner, index, (own) => buildExamOrder(own, patient, offering)),
      );
    }),
  );
  return orders.toSorted((first, second) => (first.createDate < second.createDate ? -1 : 1));
}

function buildExamOrder(
  context: BuilderContext,
  patient: PatientRecord,
  branches: readonly BranchRecord[],
): ExamOrderRecord {
  const { faker } = context;
  const now = context.now.getTime();
  const branch = faker.helpers.arrayElement(branches);
  const offered = branch.exam_available;
  const wanted = faker.helpers.arrayElements(offered, { min: 1, max: Math.min(4, offered.length) });
  const signedUp = instantOf(patient.createDate, now);
  const createdAt = buildInstant(context, Math.max(signedUp, now - OLDEST_ORDER), now - HOUR);
  return {
    idOrder: buildId(context, 'ord'),
    idUser: patient.idUser,
    idBranch: branch.idBranch,
    idPartner: branch.partner.id,
    exams: offered.filter((exam) => wanted.includes(exam)),
    createDate: iso(createdAt),
    downloads: buildDownloads(context, createdAt, now),
  };
}

/** Most are downloaded at once; some again days later. */
function buildDownloads(context: BuilderContext, createdAt: number, now: number): string[] {
  const times = weighted(context, [
    [0, 12],
    [1, 60],
    [2, 20],
    [3, 8],
  ] as const);
  return Array.from({ length: times }, (_, index) => {
    const latest = createdAt + (index === 0 ? HOUR / 2 : 9 * DAY);
    return iso(buildInstant(context, createdAt, Math.min(latest, now)));
  }).sort();
}
