import * as z from 'zod';
import { call, contractPath, fileCall } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { calendarDay, isoInstant, isoInstantOrNull } from '../common/instants.ts';
import { pageInput, pageOutput } from '../common/pages.ts';
import { storableText } from '../common/text.ts';
import { MAX_WAIT_DAYS, orderSorts, orderStates, studyStates } from './states.ts';

/** Path of the PDFs of orders, which are generated for each request. */
export const ORDER_PDF_PATH = '/v1/exam-orders/:id/pdf';

export function orderPdfPath(id: string): string {
  return ORDER_PDF_PATH.replace(':id', encodeURIComponent(id));
}

/** The number of an order as text: 'OE-000123'. The trash computes the same in SQL. */
export function formatFolio(folio: number): string {
  return `OE-${String(folio).padStart(6, '0')}`;
}

const FOLIO = /^(?:oe[\s-]*)?0*(\d{1,15})$/i;

/** The number in a folio in any usual form ('OE-000123', 'oe123', '123'); null if it cannot be parsed. */
export function parseFolio(text: string): number | null {
  const digits = FOLIO.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Whether a text is a folio as we print it, 'OE-000123', and not a bare number, which other systems use too. */
export function isFullFolio(text: string): boolean {
  return parseFolio(text) !== null && /^oe/i.test(text.trim());
}

/** The file name of an order's PDF: its number, without the patient's name. */
export function orderPdfName(folio: string): string {
  return `orden-de-examen-${folio}.pdf`;
}

const namedPartner = z.strictObject({ idPartner: recordId, name: z.string() });
const namedBranch = z.strictObject({ idBranch: recordId, name: z.string() });

/** A branch for an order, and the exams that it offers. */
export const orderBranch = z.strictObject({
  ...namedBranch.shape,
  partner: namedPartner,
  state: z.string().nullable(),
  /** Address in one line. */
  address: z.string().nullable(),
  /** Null means the clinic's time zone. */
  timeZone: z.string().nullable(),
  /** Exams without duplicates. `exam` is the branch's code or name, `name` is the text for users. */
  exams: z.array(z.strictObject({ exam: z.string(), name: z.string() })),
});
export type OrderBranch = z.infer<typeof orderBranch>;

/** Maximum number of branches of one search. */
export const MAX_ORDER_BRANCHES = 20;

export const examOrder = z.strictObject({
  idOrder: recordId,
  folio: z.string(),
  idUser: recordId,
  partner: namedPartner,
  branch: namedBranch,
  exams: z.array(z.string()),
  createDate: isoInstant,
  /** The name of the staff member; null if unknown. */
  createdBy: z.string().nullable(),
  /** The number of downloads of the PDF. */
  downloads: z.int().min(0),
  state: z.literal(orderStates),
  /** Time from which the order is overdue; null once every study is received. */
  dueAt: isoInstantOrNull,
  /** Times of the last received and the last validated study. */
  receivedAt: isoInstantOrNull,
  validatedAt: isoInstantOrNull,
  studies: z.array(
    z.strictObject({
      name: z.string(),
      /** The type of exam that answers the study. */
      examType: z.string(),
      state: z.literal(studyStates),
      dueAt: isoInstant,
      /** The laboratory's reason for rejecting the study; null if it is not rejected. */
      rejection: z.string().nullable(),
      idExam: recordId.nullable(),
      idResultSet: recordId.nullable(),
    }),
  ),
});
export type ExamOrder = z.infer<typeof examOrder>;

const namedPatient = z.strictObject({ idUser: recordId, name: z.string() });
const listedOrder = examOrder.extend({ patient: namedPatient });
export type ListedOrder = z.infer<typeof listedOrder>;

/** Filters of orders, and of their downloads. */
const downloadFilters = {
  /** Days of the clinic's zone, both included; absent for no limit on that side. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  /** The partner of the order's branch. */
  idLaboratory: recordId.optional(),
};

const orderFilters = {
  ...downloadFilters,
  state: z.literal(orderStates).optional(),
  /** Whether only overdue orders are listed. */
  overdue: z.boolean().optional(),
  /** The requested study, as an exam type. */
  examType: storableText(100).min(1).optional(),
  /** A complete folio, or words of the patient. */
  search: storableText(200).optional(),
  sort: z.literal(orderSorts).default('-createDate'),
};

const isOrdered = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || from <= to;
const notOrdered = { error: 'La fecha final no puede ser anterior a la inicial.', path: ['to'] };

export const orderListInput = z
  .strictObject({ ...orderFilters, ...pageInput })
  .refine(isOrdered, notOrdered);
/** The filters of the list without a page, for its export. */
export const orderFilter = z.strictObject(orderFilters).refine(isOrdered, notOrdered);

const count = z.int().min(0);

export const orderPage = z.strictObject({
  orders: z.array(listedOrder),
  laboratory: namedPartner.nullable(),
  /** Counts of all orders, whatever the filters. */
  counts: z.strictObject({
    pedido: count,
    descargado: count,
    rechazada: count,
    recibido: count,
    validado: count,
    overdue: count,
  }),
  ...pageOutput,
});
export type OrderPage = z.infer<typeof orderPage>;

const waitError = `Escribe de 1 a ${MAX_WAIT_DAYS} días.`;
/** Days without a result after which an order is overdue, with the validation rules of forms and calls. */
export const waitDays = z.int(waitError).min(1, waitError).max(MAX_WAIT_DAYS, waitError);

const studyDays = z.strictObject({
  examType: z.string(),
  days: waitDays,
});
export type StudyDays = z.infer<typeof studyDays>;

export const orderDownload = z.strictObject({
  idDownload: z.string(),
  date: isoInstant,
  /** The name of the staff member; null if unknown. */
  downloadedBy: z.string().nullable(),
  idOrder: recordId,
  folio: z.string(),
  patient: namedPatient,
  partner: namedPartner,
  branch: namedBranch,
  exams: z.array(z.string()),
});
export type OrderDownload = z.infer<typeof orderDownload>;

export const downloadListInput = z
  .strictObject({ ...downloadFilters, ...pageInput })
  .refine(isOrdered, notOrdered);
/** The filters of the list without a page, for its export. */
export const downloadFilter = z.strictObject(downloadFilters).refine(isOrdered, notOrdered);

export const downloadPage = z.strictObject({
  downloads: z.array(orderDownload),
  /** The partner of the filter, by name; null without a filter, or if the partner does not exist. */
  laboratory: namedPartner.nullable(),
  ...pageOutput,
});
export type DownloadPage = z.infer<typeof downloadPage>;

/** More than any branch offers; the catalogue has 13. */
const MAX_EXAMS = 100;

const exam = storableText(500).meta({
  format: 'exam',
  description: 'Código o nombre de un estudio',
});

export const newOrder = z.strictObject({
  idUser: recordId,
  idBranch: recordId,
  /** Exams by code or by name, as the branch offers them; repetitions count once. */
  exams: z.array(exam).min(1, 'Elige al menos un estudio.').max(MAX_EXAMS),
});

export interface NotOfferedDetails {
  readonly exams: readonly string[];
}

export const examOrdersContract = {
  pdf: fileCall('orders.read')
    .get(contractPath(ORDER_PDF_PATH), 'El PDF de una orden')
    .input({ id: recordId })
    .file(z.file().mime('application/pdf')),
  create: call('orders.create')
    .post('/v1/exam-orders', 'Crea una orden de examen de un paciente para una sucursal')
    .input(newOrder)
    .output({ order: examOrder }),
  requestAgain: call('orders.create')
    .post(
      '/v1/exam-orders/request-again',
      'Vuelve a pedir los estudios de una orden que el laboratorio rechazó',
    )
    .input({ idOrder: recordId })
    .output({ order: examOrder }),
  list: call('orders.read')
    .get('/v1/exam-orders', 'Las órdenes de examen de un paciente, la más reciente primero')
    .input({ idUser: recordId })
    .output({ orders: z.array(examOrder) }),
  branches: call('directory.read')
    .get(
      '/v1/exam-orders/branches',
      'Las sucursales entre las que se elige, con los estudios que ofrecen',
    )
    .input({
      /** Words of the branch, its address or state, or its partner; case and accents do not matter. */
      search: storableText(200).optional(),
      limit: z.int().min(1).max(MAX_ORDER_BRANCHES).default(6),
    })
    .output({
      branches: z.array(orderBranch),
      /** Whether more branches match the search. */
      more: z.boolean(),
    }),
  listAll: call('orders.read')
    .get('/v1/exam-orders/list', 'Las órdenes de todos los pacientes, con su estado y su plazo')
    .input(orderListInput)
    .output(orderPage),
  days: call('orders.read')
    .get(
      '/v1/exam-orders/days',
      'Después de cuántos días sin resultado vence una orden, por estudio',
    )
    .output({ studies: z.array(studyDays) }),
  setDays: call('analytes.manage')
    .post(
      '/v1/exam-orders/set-days',
      'Cambia después de cuántos días vence un estudio, también de las órdenes abiertas',
    )
    .input({ examType: storableText(100).min(1), days: waitDays })
    .output({ studies: z.array(studyDays) }),
  downloads: call('orders.read')
    .get(
      '/v1/exam-orders/downloads',
      'Las descargas de órdenes de examen de un periodo, la más reciente primero',
    )
    .input(downloadListInput)
    .output(downloadPage),
};
