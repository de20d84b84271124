import { errorTable } from '@simiente/contract/common/errors';
import {
  type editedPartnerFields,
  type LogoField,
  logoFields,
  type newPartnerFields,
  type Partner,
  type partnersContract,
} from '@simiente/contract/partners/calls';
import {
  MAX_PARTNER_ID_LENGTH,
  MIN_PARTNER_ID_LENGTH,
  suggestPartnerId,
  toLogoUrl,
} from '@simiente/contract/partners/fields';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import {
  MAX_DUPLICATES,
  matchedBy,
  sameWebsite,
  sameWords,
} from '../../platform/database/duplicates.ts';
import { findChanges } from '../../platform/database/records.ts';
import { isCausedBy, UNIQUE_VIOLATION } from '../../platform/failures.ts';
import { Problem, rejectStale } from '../../platform/problem.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import type { ReceivedFile } from '../../platform/uploads/receive-form.ts';
import { remakeLogo } from '../../platform/uploads/remake-logo.ts';
import { recordIds } from '../../schema/operation/installation.ts';
import { partners } from '../../schema/partners.ts';
import { audited, auditView, listedFilter, writeAudit, writeEdit } from '../audit/public.ts';
import { discardFile, keepUploads } from '../files/public.ts';
import {
  listAllPartners,
  listPartners,
  notDeleted,
  partnerColumns,
  presentPartners,
  readPartner,
} from './query.ts';

/** Pixels of the longer side: twice the size on the sign-in card, in a menu or row, and on a page. */
const maxSides: Readonly<Record<LogoField, number>> = {
  logo_app_login: 512,
  logo_app_nav: 256,
  logo_lading_logo: 1024,
};

export function partnerCalls(store: FileStore): Handlers<typeof partnersContract> {
  return {
    getAll: audited(
      ({ db }) => listAllPartners(db),
      (_input, { length: count }) => ({ action: 'partners.listed', details: { count } }),
    ),

    list: audited(
      ({ db, cursors, clinicTimeZone }, input) => listPartners(db, input, cursors, clinicTimeZone),
      (input, { partners }) => ({
        action: 'partners.listed',
        details: { filter: listedFilter(input), count: partners.length },
      }),
    ),

    getOne: audited(
      async ({ db }, { idPartner }) => ({ partner: await readPartner(db, idPartner) }),
      (_input, { partner }) => ({
        action: 'partner.read',
        subject: { kind: 'partner', id: partner.idPartner },
      }),
    ),

    duplicates: audited(
      ({ db }, input) => findPartnerDuplicates(db, input),
      (input, { duplicates }) => ({
        action: 'partners.duplicates_searched',
        details: { by: Object.keys(input), count: duplicates.length },
      }),
    ),

    create: (context, form) => savePartner(context, store, 'partners.create', form, createPartner),
    update: (context, form) => savePartner(context, store, 'partners.update', form, updatePartner),
  };
}

/** Stores the images of a form, re-encoded in the size of their slot, and writes the partner. */
function savePartner<Form extends { readonly [Field in LogoField]?: ReceivedFile | undefined }>(
  context: StaffContext,
  store: FileStore,
  call: string,
  form: Form,
  write: (
    transaction: Transaction,
    context: StaffContext,
    input: Omit<Form, LogoField>,
    addLogos: AddLogos,
  ) => Promise<string>,
): Promise<{ partner: Partner }> {
  const { logo_app_login, logo_app_nav, logo_lading_logo, ...input } = form;
  const received = { logo_app_login, logo_app_nav, logo_lading_logo };
  return keepUploads(
    context,
    store,
    { call, input, received },
    {
      check: (file, field: LogoField) => remakeLogo(file, field, maxSides[field]),
      attach: (transaction, addFile) =>
        write(transaction, context, input, async () => {
          const added: Partial<Record<LogoField, string>> = {};
          for (const field of logoFields) {
            if (received[field]) added[field] = await addFile(field);
          }
          return added;
        }),
      read: async (transaction, id) => {
        const subject = { kind: 'partner', id } as const;
        await auditView(transaction, context, { action: 'partner.read', subject });
        return { partner: await readPartner(transaction, id) };
      },
    },
  );
}

/** Partners that may be duplicates: their name has the same words, or their website is the same. */
async function findPartnerDuplicates(
  db: Reader,
  { name, website }: { name?: string | undefined; website?: string | undefined },
) {
  const { condition, matched } = matchedBy({
    name: sameWords(partners.name, name),
    website: sameWebsite(partners.website, website),
  });
  if (condition === undefined) return { duplicates: [] };
  const rows = await db
    .select({ ...partnerColumns, matched })
    .from(partners)
    .where(and(notDeleted, condition))
    .orderBy(desc(sql`cardinality(${matched})`), partners.name, partners.id)
    .limit(MAX_DUPLICATES);
  const duplicates = await presentPartners(db, rows);
  return {
    duplicates: duplicates.map((partner, index) => ({
      ...partner,
      matched: rows[index]?.matched ?? [],
    })),
  };
}

type Edit = z.output<typeof editedPartnerFields>;

const logoColumns = {
  logo_app_login: 'loginLogoId',
  logo_app_nav: 'navLogoId',
  logo_lading_logo: 'landingLogoId',
} as const satisfies Record<LogoField, keyof typeof partners.$inferSelect>;

/** Fields that the audit stores in clear: choices, and the ids of files. */
const plainFields = ['country', 'type', 'utmAvailable', 'timeZone', ...Object.values(logoColumns)];

/**
 * Sets the sent fields of a partner and keeps the others, even imported values that the form would reject. An edit
 * without changes keeps the version.
 * @returns the partner's id
 */
async function updatePartner(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'digest'>,
  edit: Edit,
  addLogos: AddLogos,
): Promise<string> {
  const { idPartner: id, version } = edit;
  const [row] = await transaction
    .select()
    .from(partners)
    .where(and(eq(partners.id, id), notDeleted))
    .for('no key update');
  if (!row) throw new Problem('NOT_FOUND');
  const subject = { kind: 'partner', id } as const;
  await rejectStale(version, row, () => readPartner(transaction, id), subject);
  const next = { ...changedFields(row, edit), ...(await changedLogos(row, edit, addLogos)) };
  if (Object.keys(next).length === 0) return id;
  await writeEdit(transaction, context, partners, {
    action: 'partner.updated',
    subject,
    before: row,
    changed: next,
    plain: plainFields,
    columns: { ...next, ...(next.name !== undefined && { logoUrl: toLogoUrl(next.name) }) },
  });
  for (const field of logoFields) {
    const column = logoColumns[field];
    const earlier = row[column];
    if (column in next && earlier !== null) await discardFile(transaction, earlier);
  }
  return id;
}

type Row = typeof partners.$inferSelect;

function changedFields(row: Row, edit: Edit): Partial<Row> {
  return findChanges(row, {
    name: edit.name,
    country: edit.country,
    type: edit.type,
    website: edit.website,
    utmAvailable: edit.utm_available,
    timeZone: edit.timeZone === '' ? null : edit.timeZone,
    exams: edit.all_exams_available,
  });
}

/** New images, and the removal of images without a replacement. */
async function changedLogos(row: Row, edit: Edit, addLogos: AddLogos): Promise<Partial<Row>> {
  const added = await addLogos();
  const next: Partial<Row> = {};
  for (const field of logoFields) {
    const column = logoColumns[field];
    const isRemoved = edit.logos_removed?.some((removed) => removed === field);
    const file = added[field] ?? (isRemoved ? null : undefined);
    if (file !== undefined && file !== row[column]) next[column] = file;
  }
  return next;
}

/** @returns the ids of the stored files, by the field of their image */
type AddLogos = () => Promise<Partial<Record<LogoField, string>>>;

/**
 * Creates a partner with its images.
 * @returns the partner's id
 * @throws Problem PARTNER_ID_TAKEN if another record has the id, even a deleted one
 */
async function createPartner(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  input: z.output<typeof newPartnerFields>,
  addLogos: AddLogos,
): Promise<string> {
  const id = await choosePartnerId(transaction, input.id ?? '', input.name);
  const logos = await addLogos();
  try {
    await transaction.insert(partners).values({
      id,
      name: input.name,
      country: input.country,
      type: input.type,
      website: input.website,
      logoUrl: toLogoUrl(input.name),
      utmAvailable: input.utm_available,
      timeZone: input.timeZone || null,
      exams: input.all_exams_available,
      loginLogoId: logos.logo_app_login ?? null,
      navLogoId: logos.logo_app_nav ?? null,
      landingLogoId: logos.logo_lading_logo ?? null,
    });
  } catch (error) {
    // An import, which takes no lock, may have inserted the id concurrently.
    throw isCausedBy(error, UNIQUE_VIOLATION) ? createIdTakenProblem(error) : error;
  }
  await writeAudit(transaction, context, {
    action: 'partner.created',
    subject: { kind: 'partner', id },
  });
  return id;
}

/** Number of candidate ids in one query. */
const CANDIDATES_PER_QUERY = 50;

function createIdTakenProblem(cause?: unknown): Problem {
  return new Problem('PARTNER_ID_TAKEN', {
    issues: [{ path: 'id', message: errorTable.PARTNER_ID_TAKEN.message }],
    cause,
  });
}

/**
 * The id of a new partner: the requested one, or one derived from the name, with a number if it is taken. The lock
 * serialises concurrent choices until commit.
 * @param requested empty for a derived id
 * @throws Problem PARTNER_ID_TAKEN if a record of any kind has the requested id, even a deleted one
 */
async function choosePartnerId(
  transaction: Transaction,
  requested: string,
  name: string,
): Promise<string> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('partner id', 0))`);
  if (requested !== '') {
    if ((await findTakenIds(transaction, [requested])).size > 0) throw createIdTakenProblem();
    return requested;
  }
  for (let from = 1; ; from += CANDIDATES_PER_QUERY) {
    const candidates = Array.from({ length: CANDIDATES_PER_QUERY }, (_, index) =>
      addNumber(suggestPartnerId(name), from + index),
    );
    const takenIds = await findTakenIds(transaction, candidates);
    const freeId = candidates.find((id) => !takenIds.has(id));
    if (freeId !== undefined) return freeId;
  }
}

async function findTakenIds(transaction: Transaction, ids: string[]): Promise<Set<string>> {
  const rows = await transaction
    .select({ id: recordIds.id })
    .from(recordIds)
    .where(inArray(recordIds.id, ids));
  return new Set(rows.map(({ id }) => id));
}

/** Appends a number, except 1. A base that is too short, for a name without usable letters, gets a generic prefix. */
function addNumber(base: string, number: number): string {
  const stem = base.length < MIN_PARTNER_ID_LENGTH ? `partner-${base}` : base;
  const suffix = number === 1 ? '' : `-${number}`;
  const maxStem = MAX_PARTNER_ID_LENGTH - suffix.length;
  return `${stem.slice(0, maxStem).replace(/(?<!-)-+$/, '')}${suffix}`;
}
