import {
  type Branch,
  type BranchAddress,
  type BranchPage,
  type BranchPlace,
  type branchesContract,
  type branchListInput,
  MOST_BRANCH_PLACES,
} from '@simiente/contract/branches/calls';
import type { StaleDetails } from '@simiente/contract/common/errors';
import { findExamCode } from '@simiente/contract/exams/catalogue';
import { and, count, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { CallContext, StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers, InputOf } from '../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { MOST_DUPLICATES, matchedBy, sameWords } from '../../platform/database/duplicates.ts';
import { countRows } from '../../platform/database/pages/count-rows.ts';
import type { Cursor } from '../../platform/database/pages/cursor.ts';
import { toPage } from '../../platform/database/pages/keyset.ts';
import { differing, newRecordId } from '../../platform/database/records.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { Problem } from '../../platform/problem.ts';
import { branches, partners } from '../../schema/partners.ts';
import { audited, auditView, toAuditChanges, writeAudit } from '../audit/public.ts';
import {
  after,
  type BranchFilter,
  branchColumns,
  cursorAt,
  expectPartner,
  lockPartner,
  matches,
  notDeleted,
  orderBy,
  presentBranch,
  readBranch,
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
    async (transaction, context, { partner, namePartner: _, ...fields }) => ({
      newBranch: await createBranch(transaction, context, partner.id, fields),
    }),
    async (transaction, context, data) => {
      await auditShown(transaction, context, data.newBranch);
      return data;
    },
  ),

  update: (context, { idBranch: id, version, ...fields }) =>
    context.db.transaction(async (transaction) => {
      const branch = await updateBranch(transaction, context, { id, version, ...fields });
      await auditShown(transaction, context, branch);
      return { branch };
    }),
};

/** An edit without changes still shows the branch, so it is audited as a read. */
function auditShown(transaction: Transaction, context: StaffContext, { id }: Branch) {
  return auditView(transaction, context, {
    action: 'branch.read',
    subject: { kind: 'branch', id },
  });
}

/** The branches of a partner that may be duplicates: their name or address has the same words. */
async function findBranchDuplicates(
  db: Reader,
  { idPartner, name, address }: InputOf<typeof branchesContract.duplicates>,
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
    .limit(MOST_DUPLICATES);
  return { duplicates: rows.map(({ matched, ...row }) => ({ ...presentBranch(row), matched })) };
}

type ListInput = z.output<typeof branchListInput>;
type Parts = Pick<CallContext, 'db' | 'cursors'>;

/**
 * One page of a partner's branches, by keyset.
 * @throws Problem CURSOR_INVALID
 */
async function listBranches({ db, cursors }: Parts, input: ListInput): Promise<BranchPage> {
  const { idPartner, search, sort, limit } = input;
  await expectPartner(db, idPartner);
  const position = await lastPosition({ db, cursors }, input);
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

const selectBranches = (db: Reader) =>
  db.select(branchColumns).from(branches).innerJoin(partners, eq(partners.id, branches.partnerId));

/**
 * The position of the last received branch: the one in its cursor, otherwise its current one, also if it was
 * deleted.
 */
async function lastPosition(
  { db, cursors }: Parts,
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

/** The positions of a partner's branches, up to the limit of one map, and the number of others. */
async function listPlaces(
  db: Reader,
  filter: BranchFilter,
): Promise<{ places: BranchPlace[]; left: number; unplaced: number }> {
  await expectPartner(db, filter.idPartner);
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
    .limit(MOST_BRANCH_PLACES);
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
  partnerId: string,
  fields: BranchFields,
): Promise<Branch> {
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

interface BranchEdit extends OptionalBranchFields {
  readonly id: string;
  /** Undefined for a legacy client, which overwrites any version. */
  readonly version: number | undefined;
}

/**
 * Sets the sent fields of a branch and keeps the others, even imported values that the form would reject. An edit
 * without changes keeps the version.
 * @throws Problem PARTNER_DELETED when its partner, and with it the branch, is deleted
 * @throws Problem CONFLICT for an exam that neither the catalogue nor this branch has
 */
async function updateBranch(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'digest'>,
  { id, version, ...fields }: BranchEdit,
): Promise<Branch> {
  const before = await lockBranch(transaction, id);
  if (version !== undefined && version !== before.version) {
    throw new Problem('STALE_VERSION', {
      details: { current: before } satisfies StaleDetails<Branch>,
      shows: { kind: 'branch', id },
    });
  }
  refuseUnknownExams(fields.exam_available ?? [], before);
  const was = toStoredValues(before);
  const changed = differing(was, branchValues(fields));
  if (Object.keys(changed).length === 0) return before;
  await transaction
    .update(branches)
    .set({ ...changed, version: sql`${branches.version} + 1`, updatedAt: sql`now()` })
    .where(eq(branches.id, id));
  await writeAudit(transaction, context, {
    action: 'branch.updated',
    subject: { kind: 'branch', id },
    details: {
      changes: toAuditChanges(context, id, was, changed, [
        'latitude',
        'longitude',
        'utm',
        'timeZone',
      ]),
      version: before.version + 1,
    },
  });
  return readBranch(transaction, id);
}

/** Locks a branch; its partner is locked first, as in a deletion. */
async function lockBranch(transaction: Transaction, id: string): Promise<Branch> {
  const [row] = await transaction
    .select({ partnerId: branches.partnerId })
    .from(branches)
    .where(eq(branches.id, id));
  if (!row) throw new Problem('NOT_FOUND');
  await lockPartner(transaction, row.partnerId);
  await transaction
    .select({ id: branches.id })
    .from(branches)
    .where(eq(branches.id, id))
    .for('no key update');
  return readBranch(transaction, id);
}

function refuseUnknownExams(exams: readonly string[], { exam_available: had }: Branch): void {
  const issues = exams.flatMap((exam, index) =>
    findExamCode(exam) !== undefined || had.includes(exam)
      ? []
      : [{ path: `exam_available.${index}`, message: 'Este examen no está en el catálogo.' }],
  );
  if (issues.length > 0) throw new Problem('CONFLICT', { issues });
}

function toStoredValues(
  before: Branch,
): Partial<Record<keyof ReturnType<typeof branchValues>, unknown>> {
  return {
    name: before.name,
    address: before.address,
    latitude: before.location?.lat ?? null,
    longitude: before.location?.lng ?? null,
    phone: before.phone,
    state: before.state,
    website: before.website,
    zip: before.zip,
    exams: before.exam_available,
    utm: before.utm,
    timeZone: before.timeZone,
  };
}

/** The fields that staff edit, validated by the contract. */
type BranchFields = Pick<
  Branch,
  'name' | 'phone' | 'state' | 'website' | 'zip' | 'utm' | 'timeZone' | 'exam_available'
> & { readonly address: BranchAddress; readonly location: NonNullable<Branch['location']> };

type OptionalBranchFields = {
  readonly [Field in keyof BranchFields]?: BranchFields[Field] | undefined;
};

type Values = Partial<typeof branches.$inferInsert>;

/** Maps fields to columns; an absent field leaves its column unchanged. */
function branchValues({
  location,
  exam_available: exams,
  address,
  ...same
}: OptionalBranchFields): Values {
  return {
    ...same,
    ...(address !== undefined && { address: withoutEmptyParts(address) }),
    ...(location && { latitude: location.lat, longitude: location.lng }),
    ...(exams && { exams: [...new Set(exams.map((exam) => findExamCode(exam) ?? exam))] }),
  };
}

function withoutEmptyParts(address: BranchAddress): BranchAddress {
  if (typeof address === 'string') return address;
  return Object.fromEntries(Object.entries(address).filter(([, part]) => part !== ''));
}
