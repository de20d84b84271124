import * as z from 'zod';
import { affectedFilter, auditFilter } from '../audit/calls.ts';
import { branchListInput } from '../branches/calls.ts';
import type { Capability } from '../common/access/roles.ts';
import { call, contractPath, fileCall } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { pageFields } from '../common/pages.ts';
import { EXPORT_PATH, type ExportFormat, exportFormats } from '../common/paths.ts';
import { storableText } from '../common/text.ts';
import { dashboardFilter, examFilter } from '../dashboard/calls.ts';
import { doctorListInput } from '../doctors/calls.ts';
import { downloadFilter, orderFilter } from '../exam-orders/calls.ts';
import { partnerListInput } from '../partners/calls.ts';
import { patientListInput } from '../patients/calls.ts';
import { prospectListInput } from '../prospects/calls.ts';
import { queueExportInput } from '../reports/calls.ts';
import { trashListInput } from '../trash/calls.ts';

/** Minutes in which a requested export can be fetched. */
export const EXPORT_MINUTES = 5;

/** A list that can be exported, with the filters of its screen. */
export const exportRequest = z.discriminatedUnion('list', [
  z.strictObject({ list: z.literal('patients'), filters: patientListInput.omit(pageFields) }),
  z.strictObject({ list: z.literal('doctors'), filters: doctorListInput.omit(pageFields) }),
  z.strictObject({ list: z.literal('appointmentsWithoutPatient'), filters: z.strictObject({}) }),
  z.strictObject({ list: z.literal('waitingRecipes'), filters: z.strictObject({}) }),
  z.strictObject({ list: z.literal('partners'), filters: partnerListInput.omit(pageFields) }),
  z.strictObject({
    list: z.literal('branches'),
    filters: branchListInput.omit({ ...pageFields, lastBranch: true }),
  }),
  z.strictObject({ list: z.literal('prospects'), filters: prospectListInput.omit(pageFields) }),
  z.strictObject({ list: z.literal('exams'), filters: examFilter }),
  z.strictObject({ list: z.literal('activity'), filters: dashboardFilter }),
  z.strictObject({ list: z.literal('orderDownloads'), filters: downloadFilter }),
  z.strictObject({ list: z.literal('orders'), filters: orderFilter }),
  z.strictObject({
    list: z.literal('patientResults'),
    filters: z.strictObject({
      idUser: recordId,
      /** Limits the export to one analyte of one study, by its key or by the laboratory's own name. */
      of: z
        .strictObject({
          examType: storableText(100),
          analyte: storableText(100).nullable(),
          name: storableText(200).nullable(),
        })
        .optional(),
    }),
  }),
  z.strictObject({ list: z.literal('reportQueue'), filters: queueExportInput }),
  z.strictObject({ list: z.literal('audit'), filters: auditFilter }),
  z.strictObject({ list: z.literal('affected'), filters: affectedFilter }),
  z.strictObject({ list: z.literal('trash'), filters: trashListInput.omit(pageFields) }),
]);
export type ExportRequest = z.output<typeof exportRequest>;
/** A request as a screen sends it, without default values. */
export type ExportRequestInput = z.input<typeof exportRequest>;

/** Capability needed for a list as a file, in addition to the right to export: the capability of its screen. */
export const exportCapabilities: Readonly<Record<ExportRequest['list'], Capability>> = {
  patients: 'patients.read',
  doctors: 'directory.read',
  appointmentsWithoutPatient: 'patients.read',
  partners: 'directory.read',
  branches: 'directory.read',
  prospects: 'directory.read',
  exams: 'exams.list',
  activity: 'exams.list',
  orderDownloads: 'orders.read',
  orders: 'orders.read',
  patientResults: 'results.read',
  reportQueue: 'reports.review',
  waitingRecipes: 'patients.read',
  trash: 'trash.seeAll',
  audit: 'audit.read',
  affected: 'audit.read',
};

export const exportMediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export const listExportsContract = {
  fetch: fileCall('lists.export')
    .get(
      contractPath(EXPORT_PATH),
      'Una lista que se preparó, como CSV o como libro de Excel (`format=xlsx`)',
    )
    .input({ id: recordId, format: z.literal(exportFormats).default('csv') })
    .file(z.file().mime(Object.values(exportMediaTypes))),
  // Filters may contain a name, so they are sent in the body; the fetch uses an id.
  request: call('lists.export')
    .post(
      '/v1/exports',
      `Prepara la exportación de una lista; se descarga con GET ${EXPORT_PATH} durante ${EXPORT_MINUTES} minutos`,
    )
    .input(exportRequest)
    .output({ idExport: recordId }),
};
