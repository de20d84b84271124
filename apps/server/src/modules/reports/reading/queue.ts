import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { reportQueueTitles as titles } from '@simiente/contract/common/column-titles';
import type { QueuedReport, queueExportInput, queueInput } from '@simiente/contract/reports/calls';
import {
  draftSourceWords,
  queuedWorkWords,
  reportKindWords,
} from '@simiente/contract/reports/states';
import { countOpen } from '@simiente/contract/reports/working-copy';
import { and, count, desc, eq, inArray, isNotNull, min, ne, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { Reader } from '../../../platform/database/database.ts';
import type { CursorCodec } from '../../../platform/database/pages/cursor.ts';
import { byDate, keyset } from '../../../platform/database/pages/keyset.ts';
import { pick } from '../../../platform/database/records.ts';
import { patients } from '../../../schema/patients.ts';
import { reports, reportVersions, reportWorkingCopies } from '../../../schema/reports.ts';
import { staff } from '../../../schema/staff.ts';
import { defineExport, type ListFilters, plain, time } from '../../list-exports/public.ts';
import { patientNotDeleted } from '../../patients/public.ts';
import { findQuotableResultsOfPatients } from '../../results/public.ts';
import { getDraftTime } from '../review/working-copy.ts';
import { readWorkingText, toReviewSentences, toUneditedSentences } from '../review/working-text.ts';

type Filter = z.output<typeof queueExportInput>;

const OLDEST_FIRST = 'arrivedAt';
const { orderBy, readPage } = keyset<typeof OLDEST_FIRST, Row>(reports.id, ({ id }) => id, {
  arrivedAt: byDate(sql`${reports.pendingAt}`, ({ pendingAt }) => pendingAt?.toISOString() ?? null),
});

/**
 * The version to sign: the base of the working copy, else the newest draft that was neither signed nor discarded,
 * else the signed version in force if it quotes a changed result.
 */
const versionToSign = sql`coalesce(${reportWorkingCopies.baseId}, ${reports.pendingId}, ${reports.inForceId})`;
const isReportCopy = and(
  eq(reportWorkingCopies.patientId, reports.patientId),
  eq(reportWorkingCopies.kind, reports.kind),
);

/** Condition for a filter without its warnings, which are computed from the texts. */
function matchesFilter({ kind, source }: Filter): SQL | undefined {
  return and(
    isNotNull(reports.pendingAt),
    patientNotDeleted,
    kind === undefined ? undefined : eq(reports.kind, kind),
    source === undefined ? undefined : eq(reportVersions.source, source),
  );
}

function selectQueue(db: Reader) {
  return db
    .select({
      ...pick(reports, ['id', 'pendingAt', 'basisChangedAt']),
      patient: { idUser: patients.id, name: patients.name },
      base: reportVersions,
      copy: reportWorkingCopies,
      reviewerName: staff.name,
    })
    .from(reports)
    .innerJoin(patients, eq(patients.id, reports.patientId))
    .leftJoin(reportWorkingCopies, isReportCopy)
    .innerJoin(reportVersions, eq(reportVersions.id, versionToSign))
    .leftJoin(staff, eq(staff.id, reportWorkingCopies.reviewerId));
}
type Row = Awaited<ReturnType<typeof selectQueue>>[number];

/** Rows whose texts are in memory at once. */
const BATCH_SIZE = 50;
/** Maximum texts checked per scan: one scan for the page, and one from the start for the total. */
const MAX_CHECKED = 500;

/**
 * One page of the reports that wait for a signature, the oldest first. Warnings are computed from the current text and
 * results, so a page filtered by them may have fewer rows than its limit, even none, although more pages follow.
 */
export async function listQueue(
  db: Reader,
  { cursor, limit, ...filter }: z.output<typeof queueInput>,
  cursors: CursorCodec,
  timeZone: string,
) {
  const read = async (from: string | undefined, size: number) => {
    const { page, nextCursor } = await readPage(
      { sort: OLDEST_FIRST, limit: size, cursor: from },
      cursors,
      selectQueue(db),
      matchesFilter(filter),
    );
    return { reports: await present(db, page, timeZone), nextCursor };
  };
  if (filter.warnings === undefined) {
    return { ...(await read(cursor, limit)), ...(await countQueue(db, filter)) };
  }

  const find = async (from: string | undefined) => {
    const matching: QueuedReport[] = [];
    let next: string | null = from ?? null;
    for (let checked = 0; checked < MAX_CHECKED; checked += BATCH_SIZE) {
      const { reports: batch, nextCursor } = await read(next ?? undefined, BATCH_SIZE);
      matching.push(...batch.filter((report) => matchesWarnings(report, filter)));
      next = nextCursor;
      if (next === null) break;
    }
    return { matching, next };
  };
  const first = await find(undefined);
  const { matching, next } = cursor === undefined ? first : await find(cursor);
  const page = matching.slice(0, limit);
  const last = matching.length > limit ? page.at(-1) : undefined;
  return {
    reports: page,
    nextCursor: last
      ? cursors.encode({ sort: OLDEST_FIRST, key: last.arrivedAt, id: last.idReport })
      : next,
    total: first.matching.length,
    totalIsCapped: first.next !== null,
  };
}

function matchesWarnings(report: QueuedReport, { warnings }: Filter): boolean {
  return warnings === undefined || countOpen(report) > 0 === (warnings === 'open');
}

/** A count stops here; a doctor signs fewer reports in a day. */
const MAX_COUNTED = 1000;

export async function countQueue(
  db: Reader,
  filter: Omit<Filter, 'warnings'> = {},
): Promise<{ total: number; totalIsCapped: boolean }> {
  const queuedCount = await db.$count(
    selectIds(db, filter)
      .limit(MAX_COUNTED + 1)
      .as('found'),
  );
  return { total: Math.min(queuedCount, MAX_COUNTED), totalIsCapped: queuedCount > MAX_COUNTED };
}

/** Counts for the badge of the navigation. */
export async function readAttention(db: Reader) {
  const { total, totalIsCapped } = await countQueue(db);
  const [waiting] = await db
    .select({ oldest: min(reports.pendingAt), changed: count(reports.basisChangedAt) })
    .from(reports)
    .innerJoin(patients, eq(patients.id, reports.patientId))
    .where(and(isNotNull(reports.pendingAt), patientNotDeleted));
  return {
    toSign: total,
    isCapped: totalIsCapped,
    oldest: waiting?.oldest?.toISOString() ?? null,
    changed: waiting?.changed ?? 0,
  };
}

/** Presents reports with the open warnings of their texts, computed from the patients' current results. */
async function present(
  db: Reader,
  rows: readonly Row[],
  timeZone: string,
): Promise<QueuedReport[]> {
  const results = await findQuotableResultsOfPatients(
    db,
    rows.map(({ patient }) => patient.idUser),
  );
  const presented: QueuedReport[] = [];
  for (const row of rows) {
    const { id, patient, pendingAt, base, copy, reviewerName } = row;
    // A long list must not block other requests.
    await yieldToOthers();
    const baseSentences = toReviewSentences(base);
    const sentences = toUneditedSentences(baseSentences);
    const working = copy ?? { baseSentences, sentences, acknowledgedFigures: null };
    const at = { timeZone, draftedAt: getDraftTime(copy, base) };
    const { open } = readWorkingText(working, results.get(patient.idUser) ?? [], at);
    presented.push({
      ...pick(base, ['kind', 'number', 'source', 'model']),
      idReport: id,
      patient,
      idVersion: base.id,
      work:
        base.type === 'draft' ? 'draft' : copy === null ? 'basis' : (copy.amendmentType ?? 'again'),
      arrivedAt: (pendingAt ?? base.arrivedAt).toISOString(),
      ...open,
      basisChangedAt: row.basisChangedAt?.toISOString() ?? null,
      reviewer:
        copy === null
          ? null
          : { idAccount: copy.reviewerId, name: reviewerName ?? copy.reviewerId },
    });
  }
  return presented;
}

const selectIds = (db: Reader, filter: Filter) =>
  db
    .select({ id: reports.id })
    .from(reports)
    .innerJoin(patients, eq(patients.id, reports.patientId))
    .leftJoin(reportWorkingCopies, isReportCopy)
    .innerJoin(reportVersions, eq(reportVersions.id, versionToSign))
    .where(matchesFilter(filter));

export const reportQueueList = defineExport<ListFilters<'reportQueue'>, QueuedReport>({
  fileName: 'informes-por-firmar',
  ids: (filter, _timeZone, db) => selectIds(db, filter).orderBy(...orderBy(OLDEST_FIRST)),
  read: async (transaction, ids, { timeZone, filters }) => {
    const rows = await selectQueue(transaction).where(inArray(reports.id, ids));
    const all = await present(transaction, rows, timeZone);
    return all.filter((one) => matchesWarnings(one, filters));
  },
  getId: ({ idReport }) => idReport,
  getPersonIds: ({ patient }) => [patient.idUser],
  columns: [
    plain(titles.patient, ({ patient }) => patient.name),
    plain(titles.kind, ({ kind }) => reportKindWords[kind]),
    plain(titles.version, ({ number }) => number),
    plain(titles.work, ({ work }) => queuedWorkWords[work]),
    plain(titles.source, ({ source }) => source && draftSourceWords[source]),
    plain('Modelo', ({ model }) => model),
    time(titles.arrivedAt, ({ arrivedAt }) => arrivedAt),
    plain(titles.differing, ({ differing }) => differing),
    plain(titles.unknown, ({ unknown }) => unknown),
    time(titles.basisChangedAt, ({ basisChangedAt }) => basisChangedAt),
    plain(titles.reviewer, ({ reviewer }) => reviewer?.name ?? null),
    plain('Id del paciente', ({ patient }) => patient.idUser),
    plain('Id', ({ idReport }) => idReport),
  ],
});

/** Number of versions that each user signed, and how many of them equal their draft. */
export async function readStatistics(db: Reader) {
  const signers = await db
    .select({
      idAccount: staff.id,
      name: staff.name,
      signed: count(),
      unedited: sql<number>`(count(*) filter (where ${reportVersions.unedited}))::int`,
    })
    .from(reportVersions)
    .innerJoin(staff, eq(staff.id, reportVersions.signerId))
    .where(ne(reportVersions.type, sql`'draft'`))
    .groupBy(staff.id, staff.name)
    .orderBy(desc(count()), staff.id);
  const sum = (column: 'signed' | 'unedited') =>
    signers.reduce((total, signer) => total + signer[column], 0);
  return { signed: sum('signed'), unedited: sum('unedited'), signers };
}
