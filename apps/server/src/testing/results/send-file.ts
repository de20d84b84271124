import type { CheckedFile, FileOutcome } from '@simiente/contract/results/file-calls';
import type { sharedApplication } from '../application.ts';
import { formRequest } from '../files/uploads.ts';
import { newId } from '../records.ts';

type Staff = ReturnType<ReturnType<typeof sharedApplication>>['staff'];

interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  readonly data?: { readonly checked?: CheckedFile; readonly outcome?: FileOutcome };
}

interface FileOptions {
  readonly columns?: object | null;
  readonly key?: string;
  readonly name?: string;
  readonly examType?: string;
  readonly headingLine?: string;
}

/** Sends a laboratory's file as the browser does. */
export async function sendResultsFile(
  staff: Staff,
  idLaboratory: string,
  call: 'check' | 'import',
  file: string | Buffer,
  options: FileOptions,
): Promise<Answer> {
  const { columns = null, key = newId('key'), name = 'enero.csv', examType, headingLine } = options;
  const fields = {
    idLaboratory,
    ...(columns !== null && { columns: JSON.stringify(columns) }),
    ...(examType && { examType }),
    ...(headingLine && { headingLine }),
  };
  const form = await formRequest(fields, { bytes: Buffer.from(file), name });
  const answer = await staff.request({
    method: 'POST',
    url: `/v1/result/${call}-file`,
    payload: form.payload ?? '',
    headers: { ...form.headers, 'idempotency-key': key },
  });
  return answer.json<Answer>();
}
