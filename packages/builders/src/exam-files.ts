import { profileOf } from './clinical-profiles.ts';
import { buildClinicTime, buildInstant, DAY, HOUR, instantOf } from './dates.ts';
import { buildExamImage } from './exam-files/exam-image.ts';
import { buildExamPdf } from './exam-files/exam-pdf.ts';
import { buildLaboratoryName } from './partners.ts';
import { buildCity, buildPerson, buildPhone } from './people.ts';
import { type BuilderContext, chance, fromSeed } from './random.ts';
import type { ExamRecord, PatientRecord } from './records.ts';
import { isImageExam } from './vocabulary/exam-types.ts';

export interface ExamFile {
  bytes: Buffer;
  mediaType: 'application/pdf' | 'image/jpeg';
  /** Type and day: `seminograma-2026-10-01.pdf`. */
  fileName: string;
}

/**
 * The file of an exam: an image where the study is one, else a PDF of one page. Its values are those
 * that the patient's reports tell; all of it follows from the ids of exam and patient.
 */
export async function buildExamFile(
  exam: ExamRecord,
  patient: PatientRecord,
  context: BuilderContext,
): Promise<ExamFile> {
  const { examType } = exam;
  const profile = profileOf(context, patient.idUser);
  const { takenAt, laboratory, signatory, folio, grain } = fromSeed(
    context,
    `file/${exam.id}`,
    (inner) => buildCircumstances(inner, patient, exam),
  );
  const patientName = patient.name;
  const stem = `${examType.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${takenAt.toISOString().slice(0, 10)}`;
  if (isImageExam(examType)) {
    const laboratoryName = laboratory.name;
    const image = { examType, patientName, takenAt, laboratoryName, folio, profile, grain };
    return {
      bytes: await buildExamImage(image),
      mediaType: 'image/jpeg',
      fileName: `${stem}.jpg`,
    };
  }
  const sheet = { examType, patientName, takenAt, laboratory, signatory, folio, profile };
  return {
    bytes: await buildExamPdf(sheet),
    mediaType: 'application/pdf',
    fileName: `${stem}.pdf`,
  };
}

/** Where, when and by whom the exam was made: some day between signing up and the upload. */
function buildCircumstances(context: BuilderContext, patient: PatientRecord, exam: ExamRecord) {
  const { faker } = context;
  const uploaded = instantOf(exam.createDate, context.now.getTime());
  const createdAt = instantOf(patient.createDate, uploaded - 90 * DAY);
  const day = buildInstant(context, createdAt, Math.max(createdAt, uploaded - 2 * DAY));
  const takenAt = new Date(Math.min(buildClinicTime(context, day), uploaded - HOUR));
  const city = buildCity(context);
  const street = faker.helpers.arrayElement(city.streets);
  const neighborhood = faker.helpers.arrayElement(city.neighborhoods);
  const chemist = buildPerson(context, chance(context, 0.6) ? 'female' : 'male');
  return {
    takenAt,
    laboratory: {
      name: buildLaboratoryName(context),
      address: `${street} ${faker.number.int({ min: 12, max: 1980 })}, Col. ${neighborhood.name}, ${neighborhood.zip} ${city.name}`,
      phone: buildPhone(context, city),
    },
    signatory: `Q.F.B. ${chemist.name}`,
    folio: `${takenAt.toISOString().slice(2, 7).replace('-', '')}-${faker.string.numeric(6)}`,
    grain: { x: faker.number.int({ max: 255 }), y: faker.number.int({ max: 255 }) },
  };
}
