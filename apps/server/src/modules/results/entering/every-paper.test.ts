import { isDeepStrictEqual } from 'node:util';
import { filePath } from '@simiente/contract/common/paths';
import type { ExamOrder } from '@simiente/contract/exam-orders/calls';
import type { MedicalHistory } from '@simiente/contract/patients/calls';
import { reportPdfPath } from '@simiente/contract/reports/paper-calls';
import type { ReportVersion } from '@simiente/contract/reports/version';
import type { ResultSet } from '@simiente/contract/results/calls';
import { eq, sql } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, expect, test } from 'vitest';
import { SYSTEM_ACT } from '../../../platform/act.ts';
import { DEFAULT_COST_LIMITS } from '../../../platform/limits/costly-calls.ts';
import { exams } from '../../../schema/exams.ts';
import { sharedApplication } from '../../../testing/application.ts';
import { fetchExport, requestExport } from '../../../testing/calls/list-exports.ts';
import { mergeRequests } from '../../../testing/calls/merge-requests.ts';
import { fetchRecord } from '../../../testing/calls/patient-record.ts';
import { aroundToday } from '../../../testing/every-call/call-records.ts';
import { readPdf } from '../../../testing/files/read-pdf.ts';
import * as make from '../../../testing/records.ts';
import { deliveryRequests, UNLIMITED_VISITS } from '../../../testing/reports/report-visits.ts';
import {
  makeSigner,
  readReport,
  signVersion,
  startReview,
  type TestSigner,
} from '../../../testing/reports/reports.ts';
import { seal } from '../../../testing/reports/signed-reports.ts';
import { resultCalls } from '../../../testing/results/result-calls.ts';
import { purgeTrash } from '../../trash/purge-trash.ts';

const MANY = { max: 1_000, windowSeconds: 600 };
const testApp = sharedApplication({
  clinicTimeZone: 'America/Mexico_City',
  costLimits: { ...DEFAULT_COST_LIMITS, 'patient-record': MANY, export: MANY, pdf: MANY },
  publicLimits: UNLIMITED_VISITS,
});
const db = () => testApp().database.db;
const calls = resultCalls(testApp);
const send = (call: string, input: object) => calls.send(call, input, calls.doctor());
const visits = deliveryRequests(testApp);
const merges = mergeRequests(testApp);
let signer: TestSigner;
beforeAll(async () => {
  signer = await makeSigner(testApp());
});

const reason = 'El tubo traía la etiqueta de otra persona';
const SAMPLED = new Date('2026-10-12T14:40:00Z');
const QUOTED = '13.7';
const CORRECTED = '41.2';
/** Values of the two patients that no action concerns. */
const OWN = { wrong: '61.9', right: '72.3' } as const;

/** A validated critical result with file and order, quoted by a signed and delivered report and by a review. */
async function addFixture() {
  const partnerId = await make.addPartner(db(), { type: 'Laboratorio' });
  const limits = { analyte: 'concentration', unit: '10*6/mL', critical: '≥ 45' };
  await make.addRange(db(), partnerId, limits);
  const addPerson = async (name: string, own: string) => {
    const id = await make.addPatient(db(), { name, birthDate: '1992-04-09' });
    await make.addResultSet(db(), id, { values: { concentration: own }, status: 'validado' });
    return id;
  };
  const wrong = await addPerson('Luis Mora', OWN.wrong);
  const right = await addPerson('Iván Paz', OWN.right);
  const branchId = await make.addBranch(db(), partnerId);
  const order = await make.addExamOrder(db(), { patientId: wrong, branchId, partnerId });
  const fileId = await make.addFile(db(), testApp().store, { name: `${wrong}.pdf` });
  const study = { fileId, laboratoryId: partnerId, createdAt: new Date() };
  const exam = await make.addExam(db(), wrong, study);
  const createdAnswer = await calls.send('create', {
    ...{ idUser: wrong, idExam: exam, idOrder: order, collectedAt: SAMPLED.toISOString() },
    values: [{ analyte: 'concentration', value: QUOTED, unit: '10*6/mL' }],
  });
  const set = createdAnswer.data?.set.idResultSet ?? '';
  const { status } = await send('validate', { idResultSet: set, basis: 'file' });
  expect(status).toBe(200);
  const text = `La concentración fue de ${QUOTED} millones/mL.`;
  const draft = await make.addReport(db(), wrong, 'exam_ai', text);
  const { idVersion } = await signVersion(signer, draft);
  await seal(testApp().database);
  const { data } = await visits.create(idVersion);
  const link = { path: new URL(data.link, 'https://clinica.example').pathname, code: data.code };
  const grant = /name="grant" value="([^"]+)"/.exec((await visits.open(link)).body)?.[1] ?? '';
  await startReview(signer, await make.addReport(db(), wrong, 'first_medical', text));
  return { wrong, right, exam, fileId, set, order, idVersion, link, grant };
}
type Fixture = Awaited<ReturnType<typeof addFixture>>;

const post = async (url: string, payload: object) => {
  const answer = await testApp().staff.request({ method: 'POST', url, payload });
  expect(answer.statusCode, answer.body).toBe(200);
};
const get = async <Data>(url: string): Promise<Data> => {
  const { body } = await testApp().staff.get(url);
  return (body as { data: Data }).data;
};
const readVersion = async (idVersion: string) => {
  const url = `/v1/reports/get-version?idVersion=${idVersion}`;
  return (await get<{ version: ReportVersion }>(url)).version;
};
const readHistory = (idUser: string) =>
  get<MedicalHistory>(`/v1/user/get-medical-history-patient?idUser=${idUser}`);
const records = new Map<string, ReturnType<typeof fetchRecord>>();
/** Downloads the record of a patient once; each action has its own patients. */
function downloadRecord(idUser: string) {
  const record = records.get(idUser) ?? fetchRecord(testApp().staff, idUser);
  records.set(idUser, record);
  return record;
}
const remove = ({ exam }: Fixture) => post('/v1/user/delete', { idUsers: [exam], reason });
const merge = ({ wrong, right }: Fixture) => merges.completeMerge(right, wrong);

/** 'open' is a value that needs a validation. */
type Shown = 'valid' | 'open' | 'gone';
interface Expected {
  readonly act: (fixture: Fixture) => Promise<unknown>;
  readonly wrong?: Shown;
  readonly right?: Shown;
  readonly basis?: 'withdrawn' | 'deleted' | 'corrected';
  /** The value that replaced the quoted one. */
  readonly now?: string;
  readonly isMerged?: true;
  readonly isPurged?: true;
}

const listActs: Readonly<Record<string, Expected>> = {
  none: { act: async () => {}, wrong: 'valid' },
  move: {
    act: ({ set, right }) => send('move', { idResultSet: set, idUser: right, reason }),
    right: 'open',
    basis: 'withdrawn',
  },
  withdrawal: { act: ({ set }) => send('move', { idResultSet: set, reason }), basis: 'withdrawn' },
  deletion: {
    act: async (fixture) => {
      // Another study of the same minute is not the quoted one.
      const twin = { values: { volume: '2.1' }, collectedAt: SAMPLED, status: 'validado' } as const;
      await make.addResultSet(db(), fixture.wrong, twin);
      await remove(fixture);
    },
    basis: 'deleted',
  },
  restoration: {
    act: async (fixture) => {
      await remove(fixture);
      await post('/v1/trash/restore', { ids: [fixture.exam] });
    },
    wrong: 'valid',
  },
  purge: {
    act: async (fixture) => {
      await remove(fixture);
      await db()
        .update(exams)
        .set({ deletedAt: sql`now() - interval '31 days'` })
        .where(eq(exams.id, fixture.exam));
      expect(await purgeTrash(db(), SYSTEM_ACT)).toMatchObject({ blocked: 1 });
    },
    basis: 'deleted',
    isPurged: true,
  },
  correction: {
    act: ({ set }) => {
      const values = [{ analyte: 'concentration', value: CORRECTED }];
      return send('correct', { idResultSet: set, reason, values });
    },
    wrong: 'open',
    basis: 'corrected',
    now: CORRECTED,
  },
  merge: { act: merge, right: 'valid', isMerged: true },
  'undone merge': {
    act: async (fixture) => {
      expect(await merges.undo(await merge(fixture))).toMatchObject({ status: 200 });
    },
    wrong: 'valid',
  },
};

const toShown = (status: string | undefined): Shown => {
  if (status === undefined || /^retirado/i.test(status)) return 'gone';
  return /^validado/i.test(status) ? 'valid' : 'open';
};

function findInSets(sets: readonly ResultSet[], value: string): Shown {
  const holds = (one: ResultSet['values'][number]) => one.value === value && !one.withdrawn;
  return toShown(sets.find(({ values }) => values.some(holds))?.status);
}

function findInRows(rows: readonly (readonly unknown[])[], value: string): Shown {
  const row = rows.find((cells) => cells.some((cell) => String(cell).includes(`: ${value} `)));
  return String(row).includes('retirado') ? 'gone' : toShown(row && String(row[5]));
}

/** How each paper of a patient shows values. */
const valuePapers: Readonly<Record<string, (id: string) => Promise<(value: string) => Shown>>> = {
  'results of the patient': async (idUser) => {
    const sets = await calls.findSets(idUser);
    return (value) => findInSets(sets, value);
  },
  'results as CSV': async (idUser) => {
    const { rows } = await fetchExport(testApp().staff, 'patientResults', { idUser });
    return (value) => findInRows(rows, value);
  },
  'results as XLSX': async (idUser) => {
    const { staff } = testApp();
    const url = await requestExport(staff, 'patientResults', { idUser }, 'xlsx');
    const { sheets } = await readXlsx((await staff.request({ url })).rawPayload);
    return (value) => findInRows(sheets[0]?.rows ?? [], value);
  },
  'exported record': async (idUser) => {
    const { results } = (await downloadRecord(idUser)).record;
    const replaced = new Set(results.flatMap(({ values }) => values.map((one) => one.replaces)));
    return (value) =>
      toShown(
        results.find(({ values }) =>
          values.some((one) => one.value === value && !one.withdrawn && !replaced.has(one.id)),
        )?.status,
      );
  },
  'exported record as a page': async (idUser) => {
    const parts = (await downloadRecord(idUser)).page.split('<h3>');
    return (value) => {
      const part = parts.find((one) => one.includes(`<dd>${value} `)) ?? '';
      if (part.includes('retirado</dd>')) return 'gone';
      return toShown(/<dt>Estado<\/dt><dd>(\w+)/.exec(part)?.[1]);
    };
  },
};

type Named = { readonly patient: { readonly idUser: string } };
const isListed = (rows: readonly Named[], id: string) =>
  rows.some((row) => row.patient.idUser === id);
const listHas = async (list: string, filters: object, ...cells: readonly string[]) =>
  (await fetchExport(testApp().staff, list, { ...filters })).rows.some((row) =>
    cells.every((cell) => row.includes(cell)),
  );

/** Whether each list has the study of a patient. */
const lists: Readonly<Record<string, (idUser: string, fixture: Fixture) => Promise<boolean>>> = {
  'patient page': async (idUser, { fileId }) =>
    (await readHistory(idUser)).allExamns.exams.some(({ fileUrl }) => fileUrl?.includes(fileId)),
  'exported record': async (idUser, { fileId }) =>
    JSON.stringify((await downloadRecord(idUser)).record).includes(fileId),
  'studies of the dashboard': async (idUser, { fileId }) => {
    const days = new URLSearchParams({ ...aroundToday(), limit: '100' });
    type Page = { exams: (Named & { fileUrl: string | null })[] };
    const page = await get<Page>(`/v1/exam/list?${days}`);
    return isListed(
      page.exams.filter(({ fileUrl }) => fileUrl?.includes(fileId)),
      idUser,
    );
  },
  'studies as CSV': (idUser, { wrong }) => {
    const name = idUser === wrong ? 'Luis Mora' : 'Iván Paz';
    return listHas('exams', { ...aroundToday(), sort: '-createDate' }, name, `${wrong}.pdf`);
  },
  'critical values': async (idUser) =>
    isListed((await get<{ results: Named[] }>('/v1/result/critical')).results, idUser),
};

/** Whether each paper of the report states that its results are current. */
const reportPapers: Readonly<
  Record<string, (fixture: Fixture, owner: string) => Promise<boolean>>
> = {
  'patient page': async (_world, owner) =>
    (await readHistory(owner)).MedicalReportData?.examReportIA.basisChanged === undefined,
  PDF: async ({ idVersion }) => {
    const { rawPayload } = await testApp().staff.request({ url: reportPdfPath(idVersion) });
    return !(await readPdf(rawPayload)).text.includes('Cambió un dato');
  },
  'secret link': async ({ link }) => (await visits.open(link)).body.includes(QUOTED),
  'download of a link that was open before': async ({ link, grant }) =>
    (await visits.post(`${link.path}/pdf`, { grant })).statusCode === 200,
  deliveries: async (_world, owner) => !(await visits.read(owner)).deliverable[0]?.isPaused,
  verification: async ({ idVersion }) => {
    const { verifyCode } = await readVersion(idVersion);
    return (await visits.visit(`/verificar/${verifyCode}`)).body.includes('<h1>Vigente</h1>');
  },
  'Por firmar': async (_world, owner) => {
    const url = '/v1/reports/queue?kind=exam_ai&limit=100';
    return !isListed((await get<{ reports: Named[] }>(url)).reports, owner);
  },
  'Por firmar as CSV': async (_world, owner) =>
    !(await listHas('reportQueue', { kind: 'exam_ai' }, owner)),
  'exported record': async (_world, owner) => {
    const { record } = await downloadRecord(owner);
    return record.reports.every(({ basisChangedAt }) => basisChangedAt === null);
  },
  'review of another draft': async (_world, owner) => {
    const input = { idUser: owner, kind: 'first_medical' };
    const { workingCopy } = (await signer.call('GET', 'get-working-copy', input)).json().data;
    return workingCopy.open.differing + workingCopy.open.unknown === 0;
  },
};

test.each(Object.entries(listActs))(
  'E-10.2990, E-10.2991, E-10.2992: after the act «%s» every paper shows the current values, and no others',
  async (_name, { act, basis, now = QUOTED, isMerged = false, isPurged = false, ...shows }) => {
    const fixture = await addFixture();
    const { wrong, right, order, exam, fileId } = fixture;
    const { right: atRight = 'gone', wrong: atWrong = isMerged ? atRight : 'gone' } = shows;
    await act(fixture);
    const faults: object[] = [];
    const compare = (paper: string, shown: unknown, wanted: unknown) => {
      if (!isDeepStrictEqual(shown, wanted)) faults.push({ paper, shown, wanted });
    };
    const people = [
      ['wrong', wrong, atWrong],
      ['right', right, atRight],
    ] as const;
    for (const [who, idUser, shown] of people) {
      for (const [paper, read] of Object.entries(valuePapers)) {
        const show = await read(idUser);
        const before = now === QUOTED ? shown : 'gone';
        const actual = [show(QUOTED), show(now), show(OWN[who])];
        compare(`${paper}, ${who}`, actual, [before, shown, 'valid']);
      }
      if (isMerged && who === 'wrong') continue;
      for (const [paper, showsValue] of Object.entries(lists)) {
        compare(`study in ${paper}, ${who}`, await showsValue(idUser, fixture), shown !== 'gone');
      }
      const waiting = (await calls.listPending()) as Named[];
      compare(`pending, ${who}`, isListed(waiting, idUser), shown === 'open');
    }
    const owner = isMerged ? right : wrong;
    for (const [paper, holds] of Object.entries(reportPapers)) {
      compare(`report in ${paper}`, await holds(fixture, owner), !basis);
    }
    const report = await readReport(testApp().staff, owner);
    const changes = report.basis?.changes.map(({ change }) => change);
    compare('report', changes, basis && [basis]);
    const bundle = await testApp().staff.request({ url: `/v1/reports/${report.idReport}/fhir` });
    const status = /"resourceType":"Observation","status":"([\w-]+)"/.exec(bundle.body)?.[1];
    compare('FHIR', status, basis ? 'entered-in-error' : 'final');
    const bundled = /"DiagnosticReport".*?"status":"([\w-]+)"/.exec(bundle.body)?.[1];
    compare('FHIR report', bundled, basis ? 'preliminary' : 'final');
    const state = { valid: 'Validado', open: 'Recibido', gone: 'Pedido' }[atWrong];
    compare('orders as CSV', await listHas('orders', { sort: '-createDate' }, order, state), true);
    const { orders } = await get<{ orders: ExamOrder[] }>(`/v1/exam-orders?idUser=${owner}`);
    compare('order', orders[0]?.studies[0]?.state, state.toLowerCase());
    const file = await testApp().staff.request({ url: filePath(fileId) });
    compare('file', file.statusCode === 200, atWrong !== 'gone' || atRight !== 'gone');
    const trash = await get<{ entries: { id: string }[] }>('/v1/trash/list?kind=exam&limit=100');
    const listed = trash.entries.some(({ id }) => id === exam);
    compare('trash', listed, basis === 'deleted' && !isPurged);
    // Written last, because a draft waits for a signature too.
    for (const [who, idUser, shown] of people) {
      if (isMerged && who === 'wrong') continue;
      const written = await signer.call('POST', 'write-draft', { idUser });
      const { text } = await readVersion(written.json().data.draft.idVersion);
      const isWritten = [QUOTED, now, 'aún no están validados'].map((words) =>
        text.includes(words),
      );
      const isShown = shown !== 'gone';
      compare(`draft, ${who}`, isWritten, [isShown && now === QUOTED, isShown, shown === 'open']);
    }
    expect(faults).toEqual([]);
  },
);
