import {
  type Branch,
  type BranchAddress,
  type BranchPage,
  type BranchPlace,
  type branchesContract,
  type branchListInput,
  MAX_BRANCH_PLACES,
} from '@simiente/contract/branches/calls';
import { findExamCode } from '@simiente/contract/exams/catalogue';
import { and, count, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { CallContext, StaffContext } from '../../platform/calls/call-context.ts';
import type { CallInput, Handlers } from '../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { MAX_DUPLICATES, matchedBy, sameWords } from '../../platform/database/duplicates.ts';
import { countRows } from '../../platform/database/pages/count-rows.ts';
import type { Cursor } from '../../platform/database/pages/cursor.ts';
import { toPage } from '../../platform/database/pages/keyset.ts';
import { findChanges, newRecordId } from '../../platform/database/records.ts';
import { changing, idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { Problem, rejectStale } from '../../platform/problem.ts';
import { branches, partners } from '../../schema/partners.ts';
import { audited, auditView, writeAudit, writeEdit } from '../audit/public.ts';
import {
  after,
  type BranchFilter,
  type BranchRow,
  branchColumns,
  cursorAt,
  lockPartner,
  matches,
  notDeleted,
  orderBy,
  presentBranch,
  readBranch,
  requirePartner,
  selectBranches,
} from './query.ts';

export const branchCalls: Handlers<typeof branchesContract> = {
  list: audited(
    listBranches,
    ({ idPartner: id, sort, limit, search, cursor, lastBranch }, { branches }) => ({
      action: 'branches.listed',
      subject: { kind: 'partner', id },
      details: {
        filter: {
          sort,
          limit,
          searched: search !== undefined,
          continued: cursor !== undefined || lastBranch !== '',
        },
        count: branches.length,
      },
    }),
  ),

  places: audited(
    ({ db }, input) => listPlaces(db, input),
    ({ idPartner: id, search }, { places }) => ({
      action: 'branches.listed',
      subject: { kind: 'partner', id },
      details: { filter: { map: true, searched: search !== undefined }, count: places.length },
    }),
  ),

  getOne: audited(
    async ({ db }, { idBranch }) => ({ branch: await readBranch(db, idBranch) }),
    (_input, { branch: { id } }) => ({ action: 'branch.read', subject: { kind: 'branch', id } }),
  ),

  duplicates: audited(
    ({ db }, input) => findBranchDuplicates(db, input),
    ({ idPartner: id, ...by }, { duplicates }) => ({
      action: 'branches.duplicates_searched',
      subject: { kind: 'partner', id },
      details: { by: Object.keys(by), count: duplicates.length },
    }),
  ),

  create: idempotent(
    'branches.create',
    async (...change) => ({ newBranch: await createBranch(...change) }),
    async (transaction, context, answer) => {
      await auditBranchView(transaction, context, answer.newBranch);
      return answer;
    },
  ),

  update: changing(updateBranch, async (transaction, context, branch) => {
    await auditBranchView(transaction, context, branch);
    return { branch };
  }),
};

/** An edit without changes still shows the branch, so it is audited as a read. */
function auditBranchView(transaction: Transaction, context: StaffContext, { id }: Branch) {
  const subject = { kind: 'branch', id } as const;
  return auditView(transaction, context, { action: 'branch.read', subject });
}

/** The branches of a partner that may be duplicates: their name or address has the same words. */
async function findBranchDuplicates(
  db: Reader,
  { idPartner, name, address }: CallInput<typeof branchesContract.duplicates>,
) {
  const { condition, matched } = matchedBy({
    name: sameWords(branches.name, name),
    address: sameWords(sql`coalesce(address_text(${branches.address}), '')`, address),
  });
  if (condition === undefined) return { duplicates: [] };
  const rows = await db
    .select({ ...branchColumns, matched })
    .from(branches)
    .innerJoin(partners, eq(partners.id, branches.partnerId))
    .where(and(eq(branches.partnerId, idPartner), notDeleted, condition))
    .orderBy(desc(sql`cardinality(${matched})`), branches.name, branches.id)
    .limit(MAX_DUPLICATES);
  return { duplicates: rows.map(({ matched, ...row }) => ({ ...presentBranch(row), matched })) };
}

type ListInput = z.output<typeof branchListInput>;
type ListContext = Pick<CallContext, 'db' | 'cursors'>;

/**
 * One page of a partner's branches, by keyset.
 * @throws Problem CURSOR_INVALID
 */
async function listBranches({ db, cursors }: ListContext, input: ListInput): Promise<BranchPage> {
  const { idPartner, search, sort, limit } = input;
  await requirePartner(db, idPartner);
  const position = await findPosition({ db, cursors }, input);
  const rows = await selectBranches(db)
    .where(and(matches(input), position && after(sort, position)))
    .orderBy(...orderBy(sort))
    .limit(limit + 1);
  const { page, nextCursor } = toPage(rows.map(presentBranch), limit, cursors, (last) =>
    cursorAt(sort, last),
  );
  return {
    branches: page,
    lastBranch: nextCursor === null ? null : (page.at(-1)?.id ?? null),
    nextCursor,
    ...(await countRows(db, branches, matches(input), search)),
  };
}

/**
 * The position after which the page begins: the cursor's, or that of `lastBranch`, which may have been deleted.
 * @throws Problem CURSOR_INVALID
 */
async function findPosition(
  { db, cursors }: ListContext,
  { idPartner, lastBranch, cursor, sort }: ListInput,
): Promise<Cursor | undefined> {
  if (cursor !== undefined) return cursors.decode(cursor, sort);
  if (lastBranch === '') return undefined;
  const [row] = await selectBranches(db).where(
    and(eq(branches.id, lastBranch), eq(branches.partnerId, idPartner)),
  );
  if (!row) throw new Problem('CURSOR_INVALID');
  return cursorAt(sort, presentBranch(row));
}

/** The first `MAX_BRANCH_PLACES` places of a partner's branches, with the numbers of further places and of branches without one. */
async function listPlaces(
  db: Reader,
  filter: BranchFilter,
): Promise<{ places: BranchPlace[]; left: number; unplaced: number }> {
  await requirePartner(db, filter.idPartner);
  const isPlaced = and(isNotNull(branches.latitude), isNotNull(branches.longitude));
  const rows = await db
    .select({
      idBranch: branches.id,
      name: branches.name,
      state: branches.state,
      lat: sql<number>`${branches.latitude}`,
      lng: sql<number>`${branches.longitude}`,
    })
    .from(branches)
    .where(and(matches(filter), isPlaced))
    .orderBy(branches.id)
    .limit(MAX_BRANCH_PLACES);
  const [all] = await db
    .select({ placed: count(sql`case when ${isPlaced} then 1 end`), total: count() })
    .from(branches)
    .where(matches(filter));
  const { placed, total } = all ?? { placed: 0, total: 0 };
  return {
    places: rows.map(({ lat, lng, ...place }) => ({ ...place, location: { lat, lng } })),
    left: placed - rows.length,
    unplaced: total - placed,
  };
}

/** @throws Problem PARTNER_DELETED */
async function createBranch(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { partner, namePartner: _, ...fields }: CallInput<typeof branchesContract.create>,
): Promise<Branch> {
  const { id: partnerId } = partner;
  await lockPartner(transaction, partnerId);
  const id = newRecordId('brn');
  await transaction
    .insert(branches)
    .values({ id, partnerId, name: fields.name, ...branchValues(fields) });
  await writeAudit(transaction, context, {
    action: 'branch.created',
    subject: { kind: 'branch', id },
    details: { partner: partnerId },
  });
  return readBranch(transaction, id);
}

/**
 * Sets the sent fields of a branch and keeps the others, even imported values that the form would reject. An edit
 * without changes keeps the version.
 * @throws Problem PARTNER_DELETED if the partner, and so the branch, is deleted
 * @throws Problem CONFLICT for an exam that neither the catalogue nor this branch has
 */
async function updateBranch(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'digest'>,
  { idBranch: id, version, ...fields }: CallInput<typeof branchesContract.update>,
): Promise<Branch> {
  const before = await lockBranch(transaction, id);
  const subject = { kind: 'branch', id } as const;
  await rejectStale(version, before, () => presentBranch(before), subject);
  rejectUnknownExams(fields.exam_available ?? [], before.exams);
  const changed = findChanges(before, branchValues(fields));
  if (Object.keys(changed).length === 0) return presentBranch(before);
  const edit = { before, changed, plain: ['latitude', 'longitude', 'utm', 'timeZone'] };
  await writeEdit(transaction, context, branches, { action: 'branch.updated', subject, ...edit });
  return readBranch(transaction, id);
}

/** Locks a branch. Its partner is locked before it, as in a deletion, to avoid deadlocks. */
async function lockBranch(transaction: Transaction, id: string): Promise<BranchRow> {
  const [unlocked] = await transaction
    .select({ partnerId: branches.partnerId })
    .from(branches)
    .where(eq(branches.id, id));
  if (!unlocked) throw new Problem('NOT_FOUND');
  await lockPartner(transaction, unlocked.partnerId);
  const [branch] = await selectBranches(transaction)
    .where(and(eq(branches.id, id), notDeleted))
    .for('no key update', { of: branches });
  if (!branch) throw new Problem('NOT_FOUND');
  return branch;
}

function rejectUnknownExams(exams: readonly string[], earlierExams: readonly string[]): void {
  const issues = exams.flatMap((exam, index) =>
    findExamCode(exam) !== undefined || earlierExams.includes(exam)
      ? []
      : [{ path: `exam_available.${index}`, message: 'Este examen no está en el catálogo.' }],
  );
  if (issues.length > 0) throw new Problem('CONFLICT', { issues });
}

/** Maps fields to columns; an absent field leaves its column unchanged. */
function branchValues({
  location,
  exam_available: exams,
  address,
  ...others
}: Omit<CallInput<typeof branchesContract.update>, 'idBranch' | 'version'>) {
  return {
    ...others,
    ...(address !== undefined && { address: withoutEmptyParts(address) }),
    ...(location && { latitude: location.lat, longitude: location.lng }),
    ...(exams && { exams: [...new Set(exams.map((exam) => findExamCode(exam) ?? exam))] }),
  };
}

function withoutEmptyParts(address: BranchAddress): BranchAddress {
  if (typeof address === 'string') return address;
  return Object.fromEntries(Object.entries(address).filter(([, part]) => part !== ''));
}
