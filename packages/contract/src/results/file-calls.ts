import * as z from 'zod';
import { uploadCall } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { lineText, storableText } from '../common/text.ts';
import { dateOrders, decimalSigns } from './columns.ts';
import { DEFAULT_STUDY } from './fields.ts';

/** Maximum bytes of a file of results. */
export const MAX_RESULTS_FILE_SIZE = 8 * 1024 * 1024;
/** Maximum rows of a table in one request; the command line reads more. */
export const MAX_SENT_ROWS = 2000;
/** Maximum messages, and studies in them, because their check locks results that other requests may change. */
export const MAX_SENT_MESSAGES = 300;
/** Maximum number of notes in an outcome. */
export const MAX_NOTES = 200;
/** Maximum characters of a map of columns, less than the limit of a form's field. */
const MAX_MAP_LENGTH = 15_000;

const count = z.int().min(0);

/** Outcome of a results file, or of its simulation. */
export const fileOutcome = z.strictObject({
  /** Rows of a table, or messages. */
  total: count,
  entered: count,
  /** Values of an earlier message that were replaced. */
  changed: count,
  repeated: count,
  waiting: count,
  refused: count,
  /** The first rows that wait or were rejected, in the order of the file. */
  notes: z.array(
    z.strictObject({
      /** The row's line in the file, or the number of the message. */
      line: z.int().min(1),
      kind: z.literal(['waiting', 'refused']),
      words: z.string(),
    }),
  ),
});
export type FileOutcome = z.infer<typeof fileOutcome>;

/** A column of a table: its content and its meaning. */
const fileColumn = z.strictObject({
  heading: z.string(),
  /** First values of the column. */
  samples: z.array(z.string()),
  /** A field or an analyte; null for an ignored column. */
  target: z.string().nullable(),
  unit: z.string().nullable(),
  /** The unit in the heading, if the analyte has no such unit and a user must choose one. */
  unknownUnit: z.string().nullable(),
  /** Order of day and month that a user chose. */
  order: z.literal(dateOrders).nullable(),
  /** Whether the dates are ambiguous, so that a user must choose an order. */
  asksOrder: z.boolean(),
});
export type FileColumn = z.infer<typeof fileColumn>;

const checkedFile = z.strictObject({
  format: z.literal(['table', 'messages']),
  /** Empty for messages. */
  columns: z.array(fileColumn),
  /** The first rows; empty for messages. */
  rows: z.array(z.strictObject({ line: z.int().min(1), cells: z.array(z.string()) })),
  /** Line of the headings; null for messages. */
  headingLine: z.int().min(1).nullable(),
  /** The chosen decimal separator; null if the file itself shows it. */
  decimal: z.literal(decimalSigns).nullable(),
  /** Origin of the columns: sent, stored from the laboratory's last file, or guessed from their headings. */
  map: z.literal(['sent', 'kept', 'guessed']).nullable(),
  /** Why the file cannot be imported with these columns. */
  problem: z.string().nullable(),
  outcome: fileOutcome.nullable(),
});
export type CheckedFile = z.infer<typeof checkedFile>;

export const checkedFileData = z.strictObject({ checked: checkedFile });
export const importedFileData = z.strictObject({ outcome: fileOutcome });

const fields = {
  idLaboratory: recordId,
  /** Study of a table's rows; messages name their own. */
  examType: lineText(100).min(1, 'Elige el estudio.').default(DEFAULT_STUDY),
  /** JSON from heading to field or analyte; by default the map of the laboratory's last file of the study. */
  columns: storableText(MAX_MAP_LENGTH).optional(),
  /** Line of the headings that a user chose; detected if absent. */
  headingLine: z.coerce.number().pipe(z.int().min(1)).optional(),
};
const file = z.file('Falta el archivo.').max(MAX_RESULTS_FILE_SIZE);

export const resultFilesContract = {
  check: uploadCall('results.receive')
    .post(
      '/v1/result/check-file',
      'Muestra el resultado de importar un archivo de un laboratorio, sin guardar nada',
    )
    .input({ ...fields, file })
    .output(checkedFileData),
  import: uploadCall('results.receive')
    .post(
      '/v1/result/import-file',
      'Importa un archivo de un laboratorio: CSV, XLSX o mensajes HL7 v2',
    )
    .input({ ...fields, file })
    .output(importedFileData),
};
