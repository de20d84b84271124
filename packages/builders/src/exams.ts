import type { Pattern } from './clinical-patterns.ts';
import type { ClinicalProfile } from './clinical-profiles.ts';
import { buildInstant, iso } from './dates.ts';
import { buildHex, buildId } from './identifiers.ts';
import { type Overrides, withOverrides } from './overrides.ts';
import { type BuilderContext, chance, weighted, within } from './random.ts';
import type { ExamRecord } from './records.ts';
import { type DemoExamType, examTypeWeights, isImageExam } from './vocabulary/exam-types.ts';

/** An exam with the legacy link of its file. */
export function buildExam(context: BuilderContext, overrides?: Overrides<ExamRecord>): ExamRecord {
  const examType = overrides?.examType ?? weighted(context, Object.entries(examTypeWeights));
  const extension = isImageExam(examType) ? 'jpg' : 'pdf';
  const exam: ExamRecord = {
    id: buildId(context, 'exm'),
    examType,
    fileUrl: `https://files.example.org/exams/${buildHex(context, 12)}.${extension}`,
  };
  return withOverrides(exam, overrides);
}

/** The exams that are more frequent for this patient. */
const telling: Record<Pattern, readonly DemoExamType[]> = {
  normal: [],
  lowMotility: ['Cultivo_Semen', 'Fragmentacion_ADN'],
  varicocele: ['Ecografia_Testicular', 'Fragmentacion_ADN'],
  lowCountMotilityForms: ['Hormonal', 'Cariotipo', 'Microdelesiones'],
  obstruction: ['Marcadores_Bioquimicos_Seminales', 'Ecografia_Prostatica_Transrectal', 'Hormonal'],
  testicularFailure: ['Hormonal', 'Inhibina_B', 'Cariotipo', 'Microdelesiones'],
  pituitary: ['Hormonal', 'Resonancia_Craneo', 'perfil_tiroideo'],
  retrograde: ['Orina_Post_Orgasmo', 'Hemoglobina glicosilada', 'Hormonal'],
};
const TELLING_FACTOR = 6;

/** Exams of different types, nearly always the seminogram first, uploaded since then. */
export function buildExams(
  context: BuilderContext,
  { pattern }: ClinicalProfile,
  count: number,
  /** When the patient registered, in milliseconds since the epoch. */
  since: number,
): ExamRecord[] {
  const left = new Map(Object.entries(examTypeWeights));
  for (const examType of telling[pattern]) {
    left.set(examType, (left.get(examType) ?? 0) * TELLING_FACTOR);
  }
  const exams: ExamRecord[] = [];
  while (exams.length < count && left.size > 0) {
    const examType =
      exams.length === 0 && chance(context, 0.9) ? 'Seminograma' : weighted(context, [...left]);
    left.delete(examType);
    const createDate = within(context, `${examType} date`, (inner) =>
      iso(buildInstant(inner, since, context.now.getTime())),
    );
    exams.push(within(context, examType, (inner) => buildExam(inner, { examType, createDate })));
  }
  return exams;
}
