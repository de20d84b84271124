import { contract } from '@simiente/contract';
import { EXPORT_PATH, FILE_PATH, filePath } from '@simiente/contract/common/paths';
import { ORDER_PDF_PATH, orderPdfPath } from '@simiente/contract/exam-orders/calls';
import { RECORD_PATH, recordPath } from '@simiente/contract/patient-record/calls';
import { REPORT_PDF_PATH, reportPdfPath } from '@simiente/contract/reports/paper-calls';
import type { InjectOptions } from 'fastify';
import { callRoutes } from '../../platform/calls/serve-calls.ts';
import { type CallRecords, type ExpectedCall, noInput } from './call-records.ts';
import { clinicalCalls } from './clinical-calls.ts';
import { officeCalls } from './office-calls.ts';
import { privacyCalls } from './privacy-calls.ts';
import { reportCalls } from './report-calls.ts';
import { resultCalls } from './result-calls.ts';

const fileCalls: Record<string, ExpectedCall> = {
  [`GET ${FILE_PATH}`]: {
    audits: 'file.read',
    namesPatient: true,
    url: ({ file }) => filePath(file),
    input: noInput,
  },
  [`GET ${ORDER_PDF_PATH}`]: {
    audits: 'exam_order.downloaded',
    namesPatient: true,
    url: ({ order }) => orderPdfPath(order),
    input: noInput,
  },
  [`GET ${REPORT_PDF_PATH}`]: {
    audits: 'report.pdf_read',
    namesPatient: true,
    url: async ({ addSealedReport }) => reportPdfPath(await addSealedReport()),
    input: noInput,
  },
  [`GET ${RECORD_PATH}`]: {
    audits: 'patient.exported',
    namesPatient: true,
    url: ({ patient }) => recordPath(patient),
    input: noInput,
  },
};

/** Every route, and its expected audit rows. A new call fails until it is listed here. */
export const expected: Readonly<Record<string, ExpectedCall>> = {
  ...clinicalCalls,
  ...officeCalls,
  ...privacyCalls,
  ...reportCalls,
  ...resultCalls,
  ...fileCalls,
};

/** Every call except the fetch of an export, which leaves two rows and has separate tests. */
export const routes = callRoutes(contract)
  .filter(({ path }) => path !== EXPORT_PATH)
  .map(({ method, path }) => ({ method: String(method), path, name: `${method} ${path}` }));

/** The request for a route, with the records that it needs. */
export async function makeRequest(name: string, records: CallRecords): Promise<InjectOptions> {
  const { input: send, url } = expected[name] ?? { input: noInput };
  const [method, path] = name.split(' ') as ['GET', string];
  return { method, url: (await url?.(records)) ?? path, ...(await send(records)) };
}
