import { reportQueueTitles as titles } from '@simiente/contract/common/column-titles';
import type { QueuedReport, queueFilter, queueInput } from '@simiente/contract/reports/calls';
import { draftSourceWords, reportKindWords } from '@simiente/contract/reports/states';
import { and, eq, inArray, isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { CursorCodec } from '../../platform/database/cursor.ts';
import type { Reader } from '../../platform/database/database.ts';
import { byDate, keyset } from '../../platform/database/keyset.ts';
import { patients } from '../../schema/patients.ts';
import { reports, reportVersions, reportWorkingCopies } from '../../schema/reports.ts';
import { staff } from '../../schema/staff.ts';
import { exportedList, type FiltersOf, plain, time } from '../list-exports/public.ts';
import { patientNotDeleted } from '../patients/public.ts';
import { knownResultsOfPatients } from '../results/public.ts';
import { readWorkingText, sentencesOf, untouched } from './working-text.ts';

type Filter = z.output<typeof queueFilter>;

const OLDEST_FIRST = 'arrivedAt';
const { orderBy, readPage } = keyset<typeof OLDEST_FIRST, Row>(reports.id, ({ id }) => id, {
  arrivedAt: byDate(sql`${reports.pendingAt}`, ({ draft }) => draft.arrivedAt.toISOString()),
});

/** Reports whose newest draft is neither signed nor discarded. */
function matches({ kind, source }: Filter): SQL | undefined {
  return and(
    isNotNull(reports.pendingId),
    patientNotDeleted,
    kind === undefined ? undefined : eq(reports.kind, kind),
    source === undefined ? undefined : eq(reportVersions.source, source),
  );
}

function selectQueue(db: Reader) {
  return db
    .select({
      id: reports.id,
      patient: { idUser: patients.id, name: patients.name },
      inForceId: reports.inForceId,
      draft: reportVersions,
      copy: reportWorkingCopies,
      reviewerName: staff.name,
    })
    .from(reports)
    .innerJoin(patients, eq(patients.id, reports.patientId))
    .innerJoin(reportVersions, eq(reportVersions.id, reports.pendingId))
    .leftJoin(
      reportWorkingCopies,
      and(
        eq(reportWorkingCopies.patientId, reports.patientId),
        eq(reportWorkingCopies.kind, reports.kind),
      ),
    )
    .leftJoin(staff, eq(staff.id, reportWorkingCopies.reviewerId));
}
type Row = Awaited<ReturnType<typeof selectQueue>>[number];

/** One page of the reports that wait for a signature, the oldest first. */
export async function listQueue(
  db: Reader,
  input: z.output<typeof queueInput>,
  cursors: CursorCodec,
  timeZone: string,
) {
  const where = matches(input);
  const { page, nextCursor } = await readPage(
    { ...input, sort: OLDEST_FIRST },
    cursors,
    ({ next, inOrder, limit }) =>
      selectQueue(db)
        .where(and(where, next))
        .orderBy(...inOrder)
        .limit(limit),
  );
  return {
    reports: await present(db, page, timeZone),
    nextCursor,
    ...(await countQueue(db, input)),
  };
}

/** A count stops here: a doctor signs fewer in a day. */
const MOST_COUNTED = 1000;

export async function countQueue(
  db: Reader,
  filter: Filter = {},
): Promise<{ total: number; totalIsCapped: boolean }> {
  const found = db
    .select({ one: sql`1`.as('one') })
    .from(reports)
    .innerJoin(patients, eq(patients.id, reports.patientId))
    .innerJoin(reportVersions, eq(reportVersions.id, reports.pendingId))
    .where(matches(filter))
    .limit(MOST_COUNTED + 1)
    .as('found');
  const figure = await db.$count(found);
  return { total: Math.min(figure, MOST_COUNTED), totalIsCapped: figure > MOST_COUNTED };
}

/** How many wait, and since when the oldest. */
export async function readAttention(db: Reader) {
  const { total, totalIsCapped } = await countQueue(db);
  const [oldest] = await selectQueue(db)
    .where(matches({}))
    .orderBy(...orderBy(OLDEST_FIRST))
    .limit(1);
  return {
    toSign: total,
    isCapped: totalIsCapped,
    oldest: oldest?.draft.arrivedAt.toISOString() ?? null,
  };
}

/** With the figures that stand against each, by the patients' results of now. */
async function present(
  db: Reader,
  rows: readonly Row[],
  timeZone: string,
): Promise<QueuedReport[]> {
  const results = await knownResultsOfPatients(
    db,
    rows.map(({ patient }) => patient.idUser),
  );
  return rows.map(({ id, patient, inForceId, draft, copy, reviewerName }) => {
    const base = sentencesOf(draft);
    const working = copy ?? {
      baseSentences: base,
      sentences: untouched(base),
      acknowledgedFigures: null,
    };
    const { open } = readWorkingText(working, results.get(patient.idUser) ?? [], timeZone);
    return {
      idReport: id,
      patient,
      kind: draft.kind,
      idVersion: draft.id,
      number: draft.number,
      source: draft.source ?? 'ia',
      model: draft.model,
      arrivedAt: draft.arrivedAt.toISOString(),
      replacesSigned: inForceId !== null && inForceId !== draft.id,
      ...open,
      reviewer:
        copy === null
          ? null
          : { idAccount: copy.reviewerId, name: reviewerName ?? copy.reviewerId },
    };
  });
}

function queueIds(db: Reader, filter: Filter): SQLWrapper {
  return db
    .select({ id: reports.id })
    .from(reports)
    .innerJoin(patients, eq(patients.id, reports.patientId))
    .innerJoin(reportVersions, eq(reportVersions.id, reports.pendingId))
    .where(matches(filter))
    .orderBy(...orderBy(OLDEST_FIRST));
}

export const reportQueueList = exportedList<FiltersOf<'reportQueue'>, QueuedReport>({
  fileName: 'informes-por-firmar',
  ids: queueIds,
  read: async (transaction, ids, timeZone) =>
    present(transaction, await selectQueue(transaction).where(inArray(reports.id, ids)), timeZone),
  idOf: ({ idReport }) => idReport,
  personsOf: ({ patient }) => [patient.idUser],
  columns: [
    plain(titles.patient, ({ patient }) => patient.name),
    plain(titles.kind, ({ kind }) => reportKindWords[kind]),
    plain(titles.version, ({ number }) => number),
    plain(titles.source, ({ source }) => draftSourceWords[source]),
    plain('Modelo', ({ model }) => model),
    time(titles.arrivedAt, ({ arrivedAt }) => arrivedAt),
    plain(titles.differing, ({ differing }) => differing),
    plain(titles.unknown, ({ unknown }) => unknown),
    plain(titles.reviewer, ({ reviewer }) => reviewer?.name ?? null),
    plain('Id del paciente', ({ patient }) => patient.idUser),
    plain('Id', ({ idReport }) => idReport),
  ],
});
