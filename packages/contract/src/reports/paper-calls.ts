import * as z from 'zod';
import { contractPath, fileCall } from '../common/call.ts';
import { recordId } from '../common/ids.ts';

export const REPORT_PDF_PATH = '/v1/reports/:id/pdf';

export function reportPdfPath(idVersion: string): string {
  return REPORT_PDF_PATH.replace(':id', encodeURIComponent(idVersion));
}

/** The file name of a version's PDF, without the patient's name. */
export function reportPdfName(number: number): string {
  return `informe-version-${number}.pdf`;
}

export const reportPapersContract = {
  pdf: fileCall('reports.read')
    .get(contractPath(REPORT_PDF_PATH), 'El PDF de una versión firmada')
    .input({ id: recordId })
    .file(z.file()),
};
