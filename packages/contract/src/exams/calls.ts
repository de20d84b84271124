import * as z from 'zod';
import { call, uploadCall } from '../common/call.ts';
import { editedVersion, recordId, sentVersion } from '../common/ids.ts';
import { calendarDay, importedInstantOrNull } from '../common/instants.ts';
import { lineText, storableText } from '../common/text.ts';
import { storedFile } from '../files/calls.ts';

export const laboratory = z.strictObject({ idPartner: recordId, name: z.string() });
export type Laboratory = z.infer<typeof laboratory>;

export const exam = z.strictObject({
  id: recordId,
  examType: z.string(),
  /** A path of the server (`/v1/files/…`), or an external link of the legacy export; null without a file. */
  fileUrl: z.string().nullable(),
  /** True for an external `fileUrl`. */
  external: z.boolean(),
  fileName: z.string().nullable(),
  mediaType: z.string().nullable(),
  /** Bytes. */
  fileSize: z.int().min(0).nullable(),
  /** The laboratory of the exam; null if unknown. */
  laboratory: laboratory.nullable(),
  /** The earlier files, the latest first. */
  earlierFiles: z.array(storedFile),
  /** The external link of the legacy export that an upload replaced; null if none was replaced. */
  earlierLink: z.string().nullable(),
  /** The day on which the study was made; null if unknown. */
  examDate: calendarDay.nullable(),
  /** When the exam was added. */
  createDate: importedInstantOrNull,
  version: z.int().min(1),
});
export type Exam = z.infer<typeof exam>;

/** Bytes. */
export const MAX_EXAM_FILE_SIZE = 25 * 1024 * 1024;
export const EXAM_MEDIA_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;

/** A scanned document: a study, or the evidence of a request. */
export const examFile = z
  .file('Falta el archivo.')
  .max(MAX_EXAM_FILE_SIZE)
  .mime([...EXAM_MEDIA_TYPES]);

/** The editable fields of an exam, with the validation rules of forms and calls. */
export const examFacts = {
  examType: lineText(100).min(1, 'Elige el tipo de estudio.'),
  idLaboratory: recordId.optional(),
};
export const FUTURE_EXAM_MESSAGE = 'La fecha del estudio no puede ser futura.';

/** The text fields of the multipart form of a new exam. */
export const newExamFields = z.strictObject({
  idUser: recordId,
  ...examFacts,
  /** A day of the clinic's calendar, not in the future. */
  examDate: calendarDay.optional(),
  /** The order that the exam answers. */
  idOrder: recordId.optional(),
});

/** The text fields of the multipart form that replaces an exam's file. */
export const examFileFields = z.strictObject({ idExam: recordId, version: sentVersion });

/** `data` of a call that created or changed an exam. */
export const examData = z.strictObject({ exam });

export const examsContract = {
  create: uploadCall('exams.create')
    .post('/v1/exam/create', 'Agrega un estudio con su archivo')
    .input(newExamFields.extend({ file: examFile }))
    .output(examData),
  replaceFile: uploadCall('exams.edit')
    .post(
      '/v1/exam/replace-file',
      'Reemplaza el archivo de un estudio; el anterior queda en su historial',
    )
    .input(examFileFields.extend({ file: examFile }))
    .output(examData),
  update: call('exams.edit')
    .put('/v1/exam/update', 'Cambia el tipo, el laboratorio y la fecha de un estudio')
    .input({
      idExam: recordId,
      ...examFacts,
      /** Absent to keep the date; null removes it. */
      examDate: calendarDay.nullish(),
      version: editedVersion,
    })
    .output(examData),
  laboratory: call('directory.read')
    .get('/v1/exam/laboratory', 'Un laboratorio')
    .input({ idPartner: recordId })
    .output(laboratory),
  laboratories: call('directory.read')
    .get('/v1/exam/laboratories', 'Los laboratorios entre los que se elige, por nombre')
    .input({
      search: storableText(200).optional(),
      /** Partners of every type, for lists of orders, because orders may go to a clinic too. */
      everyType: z.boolean().optional(),
    })
    .output({ laboratories: z.array(laboratory) }),
};
