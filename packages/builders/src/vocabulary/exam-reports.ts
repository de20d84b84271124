import type { Pattern } from '../clinical-patterns.ts';
import type { ClinicalProfile } from '../clinical-profiles.ts';
import type { BuilderContext } from '../random.ts';
import { sectionVariants, semenParagraphs } from './exam-sections.ts';

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

/** The overall interpretation, in explaining words. */
const syntheses: Record<Pattern, readonly string[]> = {
  normal: [
    '**En conjunto**, los parámetros evaluados se encuentran dentro de lo esperado. Si la búsqueda lleva más de un año, el siguiente paso es estudiar a la pareja de manera integral.',
    '<p>El conjunto es <strong>favorable</strong>. Unos resultados dentro de referencia no descartan por sí solos un factor masculino, pero lo hacen menos probable.</p>',
  ],
  lowMotility: [
    '**En conjunto**, el dato que más llama la atención es la movilidad. Puede variar con el calor, la fiebre reciente, el tabaco o el tiempo de entrega de la muestra, por lo que se confirma con una segunda.',
    'La movilidad reducida tiene con frecuencia causas que pueden modificarse. Antes de sacar conclusiones conviene **repetir el estudio** en condiciones controladas.',
  ],
  varicocele: [
    '**En conjunto**, la menor concentración hace necesario valorar si hay un varicocele y qué papel tiene. No todos requieren tratamiento: depende del grado, de tus síntomas y del plan de pareja.',
    'Los resultados son compatibles con un efecto de la temperatura sobre el testículo. <em>Urología</em> valorará con exploración física si tiene relevancia en tu caso.',
  ],
  lowCountMotilityForms: [
    '**En conjunto**, cantidad, movilidad y forma están por debajo de las referencias. Esto reduce la probabilidad mensual de embarazo, pero no la anula, y existen varios caminos que tu médico te explicará.',
    'Se observan cambios en los tres parámetros principales. Por eso se recomienda completar el estudio hormonal y genético antes de proponer un tratamiento.',
  ],
  obstruction: [
    '**En conjunto**, el volumen bajo y el pH ácido orientan a revisar los conductos por donde sale el semen. En estos casos la producción de espermatozoides suele mantenerse.',
  ],
  testicularFailure: [
    '**En conjunto**, los datos orientan a una producción disminuida en el testículo. El equipo de andrología revisará contigo qué estudios faltan y qué alternativas existen, incluida la búsqueda de espermatozoides por microcirugía.',
  ],
  pituitary: [
    '**En conjunto**, los datos hacen pensar que la señal de la hipófisis al testículo es insuficiente. Es una de las causas que mejor responden a tratamiento, siempre con seguimiento de endocrinología.',
  ],
  retrograde: [
    '**En conjunto**, el volumen bajo hace pensar que una parte del semen pasa hacia la vejiga. Se confirma con el estudio de orina y se acompaña del control metabólico.',
  ],
};

const suggestions: Record<Pattern, readonly string[]> = {
  normal: [
    '- Mantén tus hábitos y repite el seminograma solo si tu médico lo indica.',
    '- Comenta con tu pareja la conveniencia de iniciar su valoración.',
    '- Conserva este informe para tu próxima consulta.',
  ],
  lowMotility: [
    '- Se sugiere repetir el seminograma en cuatro a doce semanas, con 2 a 7 días de abstinencia.',
    '- Evita saunas, tinas calientes y la computadora sobre las piernas.',
    '- Entrega la muestra antes de 60 minutos y a temperatura corporal.',
  ],
  varicocele: [
    '- Agenda una valoración con urología para exploración física.',
    '- Repite el seminograma en tres meses para comparar.',
    '- Evita cargar peso en exceso mientras se completa el estudio.',
  ],
  lowCountMotilityForms: [
    '- Completa perfil hormonal, cariotipo y microdeleciones del cromosoma Y si aún no los tienes.',
    '- Considera congelar una muestra antes de iniciar cualquier tratamiento.',
    '- Suspende anabólicos o testosterona externa solo con guía médica.',
  ],
  obstruction: [
    '- Repite el seminograma con búsqueda en sedimento.',
    '- Completa ecografía prostática transrectal y marcadores bioquímicos.',
    '- Informa a tu médico de cirugías previas de hernia, testículo o próstata.',
  ],
  testicularFailure: [
    '- Solicita asesoría genética antes de decidir el siguiente paso.',
    '- Mide testosterona y FSH por la mañana, en ayuno.',
    '- Acude acompañado a tu cita: es útil que tu pareja escuche las opciones.',
  ],
  pituitary: [
    '- Mide la prolactina en reposo y en ayuno.',
    '- Agenda consulta con endocrinología.',
    '- Informa si tienes dolor de cabeza, cambios en la visión o baja del deseo.',
  ],
  retrograde: [
    '- Completa el estudio de orina posterior al orgasmo.',
    '- Lleva a consulta tus registros de glucosa.',
    '- Enlista todos los medicamentos que tomas: algunos alteran la eyaculación.',
  ],
};

/** An overall interpretation requires a seminogram. */
const unfinished = {
  syntheses: [
    '**En conjunto**, estos resultados aportan información útil, pero deben leerse junto con un seminograma reciente antes de llegar a una conclusión.',
    '<p>Con estos estudios <strong>falta una pieza</strong>: el seminograma. Tu médico integrará todo cuando esté disponible.</p>',
  ],
  suggestions: [
    '- Agenda tu seminograma con 2 a 7 días de abstinencia.',
    '- Entrega la muestra antes de 60 minutos y a temperatura corporal.',
    '- Lleva a tu cita los estudios de otros laboratorios, aunque sean antiguos.',
  ],
};

const closings = [
  'Este texto no sustituye la consulta. Tu médico revisará los estudios originales y resolverá tus dudas{cita}.',
  'Recuerda que producir un espermatozoide toma cerca de **tres meses**: los cambios que hagas hoy se reflejan en el siguiente control.',
  'Tu especialista confirmará estas observaciones en tu próxima cita; si antes presentas dolor, fiebre o aumento de volumen, comunícate con nosotros.',
];

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
