import { buildDoctorAppointment, buildRecipeAppointment } from './appointments.ts';
import { type ClinicalProfile, deriveProfile, type Pattern } from './clinical-profiles.ts';
import { type Book, buildInstant, DAY, toInstant, toIso } from './dates.ts';
import { buildHex, buildId } from './identifiers.ts';
import { type BuilderContext, chance, weighted, withStream } from './random.ts';
import type { ExamRecord, MedicalHistoryRecord, PatientRecord } from './records.ts';
import {
  type DemoExamType,
  examTypeWeights,
  isImageExam,
  writeExamReport,
} from './vocabulary/exam-reports.ts';
import { writeFirstReport } from './vocabulary/medical-reports.ts';

/** An exam with the legacy link of its file. */
function buildExam(
  context: BuilderContext,
  { examType, createDate }: Required<Pick<ExamRecord, 'examType' | 'createDate'>>,
): ExamRecord {
  const extension = isImageExam(examType) ? 'jpg' : 'pdf';
  return {
    id: buildId(context, 'exm'),
    examType,
    fileUrl: `https://files.example.org/exams/${buildHex(context, 12)}.${extension}`,
    createDate,
  };
}

/** The exams that are more frequent for patients of each case. */
const typicalExams: Record<Pattern, readonly DemoExamType[]> = {
  normal: [],
  lowMotility: ['Cultivo_Semen', 'Fragmentacion_ADN'],
  varicocele: ['Ecografia_Testicular', 'Fragmentacion_ADN'],
  lowCountMotilityForms: ['Hormonal', 'Cariotipo', 'Microdelesiones'],
  obstruction: ['Marcadores_Bioquimicos_Seminales', 'Ecografia_Prostatica_Transrectal', 'Hormonal'],
  testicularFailure: ['Hormonal', 'Inhibina_B', 'Cariotipo', 'Microdelesiones'],
  pituitary: ['Hormonal', 'Resonancia_Craneo', 'perfil_tiroideo'],
  retrograde: ['Orina_Post_Orgasmo', 'Hemoglobina glicosilada', 'Hormonal'],
};
/** Factor by which typical exams are more frequent. */
const TYPICAL_FACTOR = 6;

/** Exams of different types, nearly always the seminogram first, uploaded after `since`. */
function buildExams(
  context: BuilderContext,
  { pattern }: ClinicalProfile,
  count: number,
  /** When the patient registered, in milliseconds since the epoch. */
  since: number,
): ExamRecord[] {
  const weights = new Map(Object.entries(examTypeWeights));
  for (const examType of typicalExams[pattern]) {
    weights.set(examType, (weights.get(examType) ?? 0) * TYPICAL_FACTOR);
  }
  const exams: ExamRecord[] = [];
  while (exams.length < count && weights.size > 0) {
    const examType =
      exams.length === 0 && chance(context, 0.9) ? 'Seminograma' : weighted(context, [...weights]);
    weights.delete(examType);
    const createDate = withStream(context, `${examType} date`, (inner) =>
      toIso(buildInstant(inner, since, context.now.getTime())),
    );
    exams.push(
      withStream(context, examType, (inner) => buildExam(inner, { examType, createDate })),
    );
  }
  return exams;
}

type Span = readonly [min: number, max: number];

interface Progress {
  exams: Span;
  doctorAppointments: Span;
  recipeAppointments: Span;
  /** Shares of patients who have each report. */
  firstReport: number;
  examReport: number;
}

/** Assumed time since the registration, for a patient without a registration date. */
const DEFAULT_AGE = 90 * DAY;

/** Minimum and maximum numbers of a patient's records, and shares of reports, by status. */
const progress = {
  registered: {
    exams: [0, 0],
    doctorAppointments: [0, 1],
    recipeAppointments: [0, 0],
    firstReport: 0.2,
    examReport: 0,
  },
  tested: {
    exams: [1, 3],
    doctorAppointments: [0, 2],
    recipeAppointments: [0, 0],
    firstReport: 0.96,
    examReport: 0.65,
  },
  approached: {
    exams: [2, 6],
    doctorAppointments: [1, 3],
    recipeAppointments: [0, 2],
    firstReport: 0.98,
    examReport: 0.94,
  },
  treated: {
    exams: [3, 8],
    doctorAppointments: [1, 4],
    recipeAppointments: [1, 3],
    firstReport: 0.98,
    examReport: 0.97,
  },
} as const satisfies Record<string, Progress>;

function toProgress(status: number | undefined): Progress {
  if (status === 1) return progress.registered;
  if (status === 2) return progress.tested;
  return status === 3 ? progress.approached : progress.treated;
}

/** The consistent history of a patient, according to the patient's status. */
export function buildHistory(
  context: BuilderContext,
  patient: PatientRecord,
  book?: Book,
): MedicalHistoryRecord {
  const profile = deriveProfile(context, patient.idUser);
  const { doctorAppointments, recipeAppointments, ...expected } = toProgress(patient.status);
  const exams = withStream(context, 'exams', (inner) =>
    buildExams(
      inner,
      profile,
      draw(inner, expected.exams),
      toInstant(patient.createDate, context.now.getTime() - DEFAULT_AGE),
    ),
  );
  return {
    idUser: patient.idUser,
    name: patient.name,
    userData: { test: { userName: patient.name } },
    allExamns: { exams },
    MedicalReportData: withStream(context, 'reports', (inner) =>
      buildReports(inner, patient, profile, exams, expected),
    ),
    appointments: {
      recipeAppointments: repeat(context, 'recipes', recipeAppointments, (inner) =>
        buildRecipeAppointment(inner, patient, profile.pattern),
      ),
      doctorAppointments: repeat(context, 'appointments', doctorAppointments, (inner) =>
        buildDoctorAppointment(inner, patient, book),
      ),
    },
  };
}

function draw({ faker }: BuilderContext, [min, max]: Span): number {
  return faker.number.int({ min, max });
}

function repeat<T>(
  context: BuilderContext,
  key: string,
  span: Span,
  build: (context: BuilderContext) => T,
): T[] {
  const count = withStream(context, key, (inner) => draw(inner, span));
  return Array.from({ length: count }, (_, index) => withStream(context, `${key}/${index}`, build));
}

function buildReports(
  context: BuilderContext,
  patient: PatientRecord,
  profile: ClinicalProfile,
  exams: readonly ExamRecord[],
  expected: Pick<Progress, 'firstReport' | 'examReport'>,
): MedicalHistoryRecord['MedicalReportData'] {
  const [given = patient.name] = patient.name.split(' ');
  const examTypes = exams.map(({ examType }) => examType);
  const hasFirst = chance(context, expected.firstReport);
  const hasExam = chance(context, expected.examReport) && exams.length > 0;
  return {
    examReportIA: hasExam
      ? {
          message: withStream(context, 'exams', (inner) =>
            writeExamReport(inner, { given, examTypes, profile }),
          ),
        }
      : {},
    firstMedicalReport: {
      message: hasFirst
        ? withStream(context, 'first', (inner) => writeFirstReport(inner, { given, profile }))
        : '',
    },
  };
}
