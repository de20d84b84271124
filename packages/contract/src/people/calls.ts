import * as z from 'zod';
import { call, uploadCall } from '../common/call.ts';
import { recordId, sentVersion } from '../common/ids.ts';
import { isoInstant } from '../common/instants.ts';
import { storableText } from '../common/text.ts';
import { centuries, dateOrders, peopleKinds, personFields } from './columns.ts';

/** Maximum bytes of a spreadsheet. */
export const MAX_PEOPLE_FILE_SIZE = 16 * 1024 * 1024;
/** Maximum rows of a spreadsheet. */
export const MAX_PEOPLE_ROWS = 30_000;
/** Maximum existing records, new records and repeated rows that a review lists. */
export const MAX_REVIEWED = 500;
/** Maximum rejected rows that a review lists. */
export const MAX_REJECTED = 5000;
/** Days in which an import can be undone. */
export const UNDO_DAYS = 30;
/** Maximum bytes of `peopleChanges` as JSON. */
const MAX_CHANGES = 2 * 1024 * 1024;

const count = z.int().min(0);
/** Number of a line of the spreadsheet. */
const line = z.int().min(1);

const peopleColumn = z.strictObject({
  index: count,
  heading: z.string(),
  /** First values of the column. */
  samples: z.array(z.string()),
  /** Null for a column that is not imported. */
  field: z.literal(personFields).nullable(),
  /** The order that the user chose, or that the cells prove. */
  order: z.literal(dateOrders).nullable(),
  century: z.literal(centuries).nullable(),
  /** An example of a date whose order of day and month the column does not prove. */
  asksOrder: z.string().nullable(),
  /** An example of a date whose two-digit year may be in either century. */
  asksCentury: z.string().nullable(),
  /** Cell texts of a status or sex column, and the value of each; empty for an unknown text. */
  values: z.array(z.strictObject({ text: z.string(), value: z.string() })),
});
export type PeopleColumn = z.infer<typeof peopleColumn>;

/** Why a row matches an existing record. */
export const matchReasons = ['row', 'curp', 'email', 'phone', 'birthDate'] as const;
export type MatchReason = (typeof matchReasons)[number];
export const matchReasonWords: Readonly<Record<MatchReason, string>> = {
  row: 'esta fila ya se importó',
  curp: 'misma CURP',
  email: 'mismo correo y nombre parecido',
  phone: 'mismo teléfono y nombre parecido',
  birthDate: 'mismo nombre y fecha de nacimiento',
};

const problemRow = z.strictObject({
  line,
  cells: z.array(z.string()),
  issues: z.array(z.strictObject({ field: z.literal(personFields), message: z.string() })),
});

const existingRow = z.strictObject({
  line,
  id: recordId,
  name: z.string(),
  reason: z.literal(matchReasons),
  /** Fields of the row as texts; `fills` if the import writes the field, because the record lacks it. */
  fields: z.array(
    z.strictObject({
      field: z.string(),
      current: z.string().nullable(),
      given: z.string(),
      fills: z.boolean(),
    }),
  ),
});

const counts = {
  created: count,
  /** Existing records whose missing fields are filled. */
  completed: count,
  unchanged: count,
  /** Rows whose person is in an earlier row. */
  repeated: count,
  refused: count,
};

const review = z.strictObject({
  ...counts,
  problems: z.array(problemRow),
  existing: z.array(existingRow),
  repeatedRows: z.array(
    existingRow.omit({ id: true, fields: true }).extend({ first: line, firstName: z.string() }),
  ),
  /** Names of the first few new records. */
  names: z.array(z.string()),
  /** Number of new records with a name in only capitals or only lower case, and one of them in normal case. */
  capitals: z.strictObject({ count: count, example: z.string() }).nullable(),
});
export type PeopleReview = z.infer<typeof review>;

const checkedPeople = z.strictObject({
  /** Visible sheets of a workbook, and the one that was read. */
  sheets: z.array(z.string()),
  sheet: count,
  headingLine: line,
  rows: count,
  /** Lines of the rows that the workbook hides, which are imported too. */
  hidden: z.array(line),
  is1904: z.boolean().nullable(),
  columns: z.array(peopleColumn),
  /** Present only if columns were sent. */
  review: review.nullable(),
});
export type CheckedPeople = z.infer<typeof checkedPeople>;
export const checkedPeopleData = z.strictObject({ checked: checkedPeople });

const peopleImport = z.strictObject({
  idImport: recordId,
  kind: z.literal(peopleKinds),
  fileName: z.string(),
  state: z.literal(['running', 'done', 'undone']),
  /** Number of rows, and number of rows processed so far. */
  total: count,
  written: count,
  created: count,
  completed: count,
  startedAt: isoInstant,
});

const outcome = z.strictObject({ idImport: recordId, isCancelled: z.boolean(), ...counts });
export type PeopleOutcome = z.infer<typeof outcome>;
export const peopleOutcomeData = z.strictObject({ outcome });

/** A user's decisions in the review, by line. */
export const peopleChanges = z.strictObject({
  /** Edited cells: line → column → text. */
  cells: z.record(z.string(), z.record(z.string(), storableText(5000))).default({}),
  omitted: z.array(line).default([]),
  /** Rows that are correct, although a phone is short, a postal code is of another state, or a name may be of two people. */
  accepted: z.array(line).default([]),
  /** Existing records that stay unchanged. */
  kept: z.array(line).default([]),
  /** Rows that are imported as new people, despite a match by anything but the CURP. */
  separate: z.array(line).default([]),
  /** Whether names of new records in only capitals or only lower case are changed to normal case. */
  normalNames: z.boolean().default(false),
});
export type PeopleChanges = z.output<typeof peopleChanges>;

const fields = {
  kind: z.literal(peopleKinds),
  /** JSON of `placedColumn`s; guessed if absent. */
  columns: storableText(15_000).optional(),
  /** Position of the sheet, from 1. */
  sheet: sentVersion,
  headingLine: sentVersion,
  changes: z.file().max(MAX_CHANGES).optional(),
  file: z.file('Falta el archivo.').max(MAX_PEOPLE_FILE_SIZE),
};

const oneImport = z.strictObject({ idImport: recordId });

export const peopleContract = {
  check: uploadCall('people.import')
    .post(
      '/v1/people/check-file',
      'Muestra el resultado de importar pacientes o prospectos, sin guardar nada',
    )
    .input(z.strictObject(fields))
    .output(checkedPeopleData),
  import: uploadCall('people.import')
    .post(
      '/v1/people/import-file',
      'Importa pacientes o prospectos de una hoja de cálculo, todo o nada',
    )
    .input({ ...fields, idImport: recordId, columns: storableText(15_000) })
    .output(peopleOutcomeData),
  progress: call('people.import')
    .get('/v1/people/import', 'El avance de una importación')
    .input(oneImport)
    // Null before the file is read.
    .output({ import: peopleImport.nullable() }),
  list: call('people.import')
    .get(
      '/v1/people/imports',
      'Las importaciones que todavía se pueden deshacer, las últimas primero',
    )
    .input({ kind: z.literal(peopleKinds) })
    .output({ imports: z.array(peopleImport) }),
  cancel: call('people.import')
    .post('/v1/people/cancel-import', 'Cancela una importación en curso; no guarda nada')
    .input(oneImport)
    .output(oneImport),
  undo: call('people.import')
    .post(
      '/v1/people/undo-import',
      'Deshace una importación, salvo los registros editados o usados desde entonces',
    )
    .input(oneImport)
    .output({
      undone: count,
      kept: z.array(
        z.strictObject({
          id: recordId,
          name: z.string(),
          reason: z.literal(['edited', 'used', 'deleted']),
        }),
      ),
    }),
};
