import type { ClinicalProfile } from '../clinical-profiles.ts';
import type { BuilderContext } from '../random.ts';
import { sectionVariants, semenParagraphs } from './exam-sections.ts';
import texts from './texts.json' with { type: 'json' };

const { syntheses, suggestions, unfinished, closings } = texts.examReport;

const sources = ['source', 'guia_OMS_2021.pdf', 'guia_EAU_2024.pdf', 'manual_laboratorio.pdf'];

/**
 * Joins paragraphs as a language model does: each `{cita}` becomes a citation marker, and paragraphs are
 * separated by blank lines, some with spaces.
 */
export function withMarkup(context: BuilderContext, paragraphs: readonly string[]): string {
  const { faker } = context;
  const separators = ['\n\n', '\n\n', '\n', '\n   \n'];
  return paragraphs
    .map((paragraph) => paragraph.replaceAll('{cita}', () => buildCitation(context)))
    .reduce((text, paragraph) => text + faker.helpers.arrayElement(separators) + paragraph);
}

function buildCitation({ faker }: BuilderContext): string {
  const place = `${faker.number.int({ min: 3, max: 9 })}:${faker.number.int({ min: 0, max: 18 })}`;
  return `【${place}†${faker.helpers.arrayElement(sources)}】`;
}

export interface ReportSubject {
  /** Given name, to address the patient by. */
  given: string;
  examTypes: readonly string[];
  profile: ClinicalProfile;
}

const titles = [
  '## Resumen de tu estudio',
  '# Actualidad de tu caso',
  '## Lectura de tus estudios',
];

const openings: readonly ((subject: ReportSubject) => string)[] = [
  ({ given, examTypes }) =>
    `${given}, revisamos ${countStudies(examTypes)} de tu expediente. A continuación encontrarás lo más importante de cada uno, con los valores de referencia que usamos{cita}.`,
  ({ given, examTypes }) =>
    `Hola, **${given}**. Este informe reúne ${countStudies(examTypes)} y los compara con las referencias de la OMS para hombres cuyas parejas lograron un embarazo en doce meses o menos{cita}.`,
  ({ given, examTypes }) =>
    `${given}, con ${countStudies(examTypes)} ya podemos describir cómo está hoy tu salud reproductiva. Ningún dato aislado define tu fertilidad: importa el conjunto{cita}.`,
];

function countStudies(examTypes: readonly string[]): string {
  return examTypes.length === 1 ? 'el estudio' : `los ${examTypes.length} estudios`;
}

const MOST_SECTIONS = 3;

/** The AI report on a patient's exams: Markdown, a little HTML, citations, blank lines. */
export function writeExamReport(context: BuilderContext, subject: ReportSubject): string {
  const { faker } = context;
  const { examTypes, profile } = subject;
  const pick = (variants: readonly string[]) => faker.helpers.arrayElement(variants);
  const semen = examTypes.includes('Seminograma') ? semenParagraphs(profile).map(pick) : [];
  const others = examTypes
    .map((examType) => sectionVariants(examType, profile))
    .filter((variants) => variants.length > 0)
    .slice(0, semen.length > 0 ? MOST_SECTIONS - 1 : MOST_SECTIONS)
    .map(pick);
  const conclusion =
    semen.length === 0
      ? unfinished
      : { syntheses: syntheses[profile.pattern], suggestions: suggestions[profile.pattern] };
  return withMarkup(context, [
    pick(titles),
    faker.helpers.arrayElement(openings)(subject),
    ...semen,
    ...others,
    pick(conclusion.syntheses),
    ...faker.helpers.arrayElements(conclusion.suggestions, semen.length > 2 ? 1 : 2),
    ...(semen.length + others.length < 6 ? [pick(closings)] : []),
  ]);
}
