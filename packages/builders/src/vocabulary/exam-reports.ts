import type { illustratedExamTypes } from '@simiente/contract/exams/types';
import type { ClinicalProfile } from '../clinical-profiles.ts';
import type { BuilderContext } from '../random.ts';
import texts from './texts.json' with { type: 'json' };

type IllustratedExamType = (typeof illustratedExamTypes)[number];

/** Less frequent types without an illustration. */
export const otherExamTypes = ['Fragmentacion_ADN', 'Vitamina_D'] as const;
export type DemoExamType = IllustratedExamType | (typeof otherExamTypes)[number];

/** The relative frequency of each type in a male-fertility service. */
export const examTypeWeights: Record<DemoExamType, number> = {
  Seminograma: 30,
  Hormonal: 18,
  Ecografia_Testicular: 14,
  Cultivo_Semen: 9,
  Cultivo_Orina: 6,
  Marcadores_Bioquimicos_Seminales: 6,
  perfil_tiroideo: 6,
  Inhibina_B: 5,
  'Hemoglobina glicosilada': 5,
  Cariotipo: 4,
  Microdelesiones: 4,
  Ecografia_Prostatica_Transrectal: 3,
  Orina_Post_Orgasmo: 2,
  Resonancia_Craneo: 2,
  Fragmentacion_ADN: 2,
  Vitamina_D: 1,
};

/** Types whose file is an image; the others are a PDF of one page. */
const imageExamTypes: readonly string[] = [
  'Ecografia_Testicular',
  'Ecografia_Prostatica_Transrectal',
  'Resonancia_Craneo',
  'Cultivo_Semen',
  'Cultivo_Orina',
] satisfies readonly IllustratedExamType[];

export const isImageExam = (examType: string) => imageExamTypes.includes(examType);

/** Lower reference limits of the WHO manual, 6th edition (2021), and usual ranges of adult men. */
const references = {
  volume: 1.4,
  concentration: 16,
  progressive: 30,
  glucosidase: 20,
  fsh: [1.5, 12.4],
  lh: [1.7, 8.6],
  testosterone: [249, 836],
  prolactin: [4, 15.2],
  inhibinB: [60, 300],
  tsh: [0.27, 4.2],
  freeT4: [0.93, 1.7],
  hba1c: 5.7,
  vitaminD: [30, 100],
} as const;

/** «1.5–12.4» */
function span([min, max]: readonly [number, number]): string {
  return `${min}–${max}`;
}

/** Gives alternative wordings of the paragraph that explains an exam. `{cita}` becomes a citation. */
type Section = (profile: ClinicalProfile) => readonly string[];

/** The paragraphs of the seminogram, with the wordings of each: volume, concentration, motility, morphology. */
function semenParagraphs({ semen }: ClinicalProfile): readonly (readonly string[])[] {
  const { volume, concentration, progressive, nonProgressive, normalForms, vitality } = semen;
  const total = Math.round(volume * concentration);
  const comparedVolume = volume < references.volume ? 'por debajo del' : 'por encima del';
  const volumeParagraph = [
    `**Volumen:** ${volume} ml{cita}, ${comparedVolume} límite de referencia inferior de la OMS (6.ª edición), que es de 1.4 ml. El pH fue de ${semen.ph}.`,
    `El **volumen** de la muestra fue de ${volume} ml{cita}; la referencia inferior es de 1.4 ml. Se tomó con ${semen.abstinenceDays} días de abstinencia, dentro de lo indicado.`,
  ];
  if (concentration === 0) {
    return [
      volumeParagraph,
      [
        '**Concentración:** no se observaron espermatozoides en la muestra, tampoco después de centrifugarla{cita}. Este hallazgo debe confirmarse siempre en una segunda muestra.',
        'En esta muestra <b>no se encontraron espermatozoides</b>, ni en el sedimento{cita}. Un solo resultado así no basta: el protocolo pide repetirlo con otra muestra.',
      ],
    ];
  }
  const comparedConcentration =
    concentration < references.concentration ? 'por debajo de' : 'por encima de';
  const comparedMotility = progressive < references.progressive ? 'por debajo de' : 'por encima de';
  return [
    volumeParagraph,
    [
      `**Concentración:** ${concentration} millones/ml (referencia ≥ 16 millones/ml){cita}, para un total de ${total} millones en el eyaculado (referencia ≥ 39 millones).`,
      `Se contaron ${concentration} millones de espermatozoides por mililitro, ${comparedConcentration} la referencia de 16 millones/ml{cita}; el total por eyaculado fue de ${total} millones.`,
    ],
    [
      `<p>La <b>movilidad progresiva</b> fue de ${progressive} % &mdash; ${comparedMotility} la referencia de 30 %. La movilidad total fue de ${progressive + nonProgressive} % y la vitalidad, de ${vitality} %{cita}.</p>`,
      `De cada 100 espermatozoides, **${progressive} avanzan** (referencia ≥ 30 %) y ${nonProgressive} se mueven sin avanzar{cita}. La vitalidad fue de ${vitality} % (referencia ≥ 54 %).`,
    ],
    [
      `- Morfología normal: ${normalForms} % (referencia ≥ 4 %){cita}`,
      `La **morfología normal** fue de ${normalForms} %, con criterios estrictos; la referencia es de 4 % o más{cita}.`,
    ],
  ];
}

const hormonal: Section = ({ hormones }) => [
  `**Perfil hormonal:** FSH ${hormones.fsh} mUI/ml (${span(references.fsh)}), LH ${hormones.lh} mUI/ml (${span(references.lh)}) y testosterona total ${hormones.testosterone} ng/dl (${span(references.testosterone)}){cita}. ${interpretHormones(hormones)}`,
  `Tu testosterona total fue de ${hormones.testosterone} ng/dl, con FSH de ${hormones.fsh} mUI/ml y prolactina de ${hormones.prolactin} ng/ml{cita}. ${interpretHormones(hormones)}`,
];

function interpretHormones({ fsh, testosterone, prolactin }: ClinicalProfile['hormones']): string {
  if (fsh > references.fsh[1])
    return 'Una FSH elevada indica que la hipófisis está exigiendo más al testículo, y orienta a estudiar su función.';
  if (prolactin > references.prolactin[1])
    return 'La prolactina elevada puede frenar la señal de la hipófisis al testículo; conviene repetirla en reposo y valorar la silla turca.';
  if (testosterone < references.testosterone[0])
    return 'La testosterona está por debajo del intervalo; se interpreta junto con los síntomas y una segunda toma por la mañana.';
  return 'Los valores están dentro de los intervalos de un hombre adulto, lo que habla de una señal hormonal conservada.';
}

const testicularUltrasound: Section = ({ testes }) => [
  `**Ecografía testicular:** volumen derecho de ${testes.right} ml e izquierdo de ${testes.left} ml{cita}. ${describeVaricocele(testes.varicocele)}`,
  `En la ecografía, el testículo derecho midió ${testes.right} ml y el izquierdo ${testes.left} ml, de ecotextura ${testes.right < 12 ? 'discretamente heterogénea' : 'homogénea'}{cita}. ${describeVaricocele(testes.varicocele)}`,
];

function describeVaricocele(grade: number): string {
  return grade === 0
    ? 'No se observaron venas dilatadas ni otras lesiones.'
    : `Se describen venas dilatadas en el lado izquierdo, con reflujo a la maniobra de Valsalva, compatibles con varicocele grado ${'I'.repeat(grade)}.`;
}

function culture(sample: string, { organism, count }: ClinicalProfile['semenCulture']): string[] {
  return organism === null
    ? [
        `El **cultivo de ${sample}** no tuvo desarrollo bacteriano a las 48 horas{cita}.`,
        `<p>Cultivo de ${sample}: <b>sin desarrollo</b> de microorganismos patógenos{cita}.</p>`,
      ]
    : [
        `En el **cultivo de ${sample}** creció <i>${organism}</i>, ${count.toLocaleString('en-US')} UFC/ml{cita}. Tu médico decidirá si requiere tratamiento según tus síntomas y el antibiograma.`,
      ];
}

/** The paragraph of each exam except the seminogram, which has several paragraphs. */
const sections: Readonly<Record<string, Section>> = {
  Hormonal: hormonal,
  Ecografia_Testicular: testicularUltrasound,
  Resonancia_Craneo: ({ pattern }) => [
    pattern === 'pituitary'
      ? '**Resonancia de cráneo:** la hipófisis muestra una imagen de 6 mm que debe correlacionarse con la prolactina{cita}. La valorará endocrinología.'
      : '**Resonancia de cráneo:** hipófisis de tamaño y señal normales, tallo central, sin lesiones visibles{cita}.',
  ],
  'Hemoglobina glicosilada': ({ hba1c }) => [
    `La **hemoglobina glicosilada** fue de ${hba1c} % (referencia < 5.7 %){cita}. ${hba1c < references.hba1c ? 'Indica un buen control de la glucosa en los últimos tres meses.' : 'La glucosa elevada de forma sostenida puede alterar los nervios de la eyaculación.'}`,
  ],
  Marcadores_Bioquimicos_Seminales: ({ seminalPlasma: { fructose, zinc, glucosidase } }) => [
    `**Marcadores bioquímicos:** fructosa ${fructose} µmol (≥ 13), zinc ${zinc} µmol (≥ 2.4) y alfa-glucosidasa neutra ${glucosidase} mU (≥ 20) por eyaculado{cita}. ${glucosidase < references.glucosidase ? 'La combinación sugiere valorar la permeabilidad de los conductos.' : 'Las glándulas accesorias y el epidídimo muestran buena función.'}`,
  ],
  Cariotipo: ({ chromosomes }) => [
    chromosomes === '46,XY'
      ? 'El **cariotipo** fue 46,XY en las 30 metafases analizadas, sin alteraciones numéricas ni estructurales{cita}.'
      : `El **cariotipo** informado fue ${chromosomes}{cita}. Este resultado se explica en consulta de genética, donde podrás resolver todas tus dudas.`,
  ],
  Microdelesiones: ({ azfDeletion }) => [
    azfDeletion === null
      ? 'No se detectaron **microdeleciones del cromosoma Y** en las regiones AZFa, AZFb y AZFc{cita}.'
      : 'Se detectó una **microdeleción de la región AZFc**{cita}. Es un dato útil para decidir los siguientes pasos y requiere asesoría genética.',
  ],
  Orina_Post_Orgasmo: ({ postOrgasmSperm }) => [
    postOrgasmSperm > 0
      ? `En la **orina posterior al orgasmo** se observaron ${postOrgasmSperm} espermatozoides por campo{cita}, lo que hace pensar en paso de semen hacia la vejiga.`
      : 'En la **orina posterior al orgasmo** no se observaron espermatozoides{cita}.',
  ],
  Cultivo_Semen: ({ semenCulture }) => culture('semen', semenCulture),
  Cultivo_Orina: ({ urineCulture }) => culture('orina', urineCulture),
  Ecografia_Prostatica_Transrectal: ({ pattern, prostate }) => [
    pattern === 'obstruction'
      ? `La **ecografía transrectal** muestra próstata de ${prostate} ml y vesículas seminales de 17 mm de diámetro{cita}, hallazgo que puede acompañar a una obstrucción distal.`
      : `La **ecografía transrectal** muestra próstata de ${prostate} ml, vesículas seminales simétricas y conductos sin dilatación{cita}.`,
  ],
  perfil_tiroideo: ({ thyroid }) => [
    `**Perfil tiroideo:** TSH ${thyroid.tsh} µUI/ml (${span(references.tsh)}) y T4 libre ${thyroid.freeT4} ng/dl (${span(references.freeT4)}){cita}. ${thyroid.tsh > references.tsh[1] ? 'La TSH está por encima del intervalo y conviene repetirla en seis a ocho semanas.' : 'La función tiroidea es normal.'}`,
  ],
  Inhibina_B: ({ hormones: { inhibinB } }) => [
    `La **inhibina B** fue de ${inhibinB} pg/ml (referencia ${span(references.inhibinB)}){cita}. ${inhibinB < references.inhibinB[0] ? 'Un valor bajo suele reflejar menor actividad en la producción de espermatozoides.' : 'Refleja una producción activa en el testículo.'}`,
  ],
  Fragmentacion_ADN: ({ dnaFragmentation }) => [
    `La **fragmentación del ADN espermático** fue de ${dnaFragmentation} % (referencia ≤ 25 %){cita}.`,
  ],
  Vitamina_D: ({ vitaminD }) => [
    `La **vitamina D** fue de ${vitaminD} ng/ml (referencia ${span(references.vitaminD)}){cita}.`,
  ],
} satisfies Record<Exclude<DemoExamType, 'Seminograma'>, Section>;

const { syntheses, suggestions, unfinished, closings } = texts.examReport;

const sources = ['source', 'guia_OMS_2021.pdf', 'guia_EAU_2024.pdf', 'manual_laboratorio.pdf'];

/**
 * Joins paragraphs as a language model does: each `{cita}` becomes a citation marker, and blank lines, some with
 * spaces, separate paragraphs.
 */
export function withMarkup(context: BuilderContext, paragraphs: readonly string[]): string {
  const { faker } = context;
  const separators = ['\n\n', '\n\n', '\n', '\n   \n'];
  return paragraphs
    .map((paragraph) => paragraph.replaceAll('{cita}', () => buildCitation(context)))
    .reduce((text, paragraph) => text + faker.helpers.arrayElement(separators) + paragraph);
}

function buildCitation({ faker }: BuilderContext): string {
  const position = `${faker.number.int({ min: 3, max: 9 })}:${faker.number.int({ min: 0, max: 18 })}`;
  return `【${position}†${faker.helpers.arrayElement(sources)}】`;
}

interface ReportSubject {
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

const MAX_SECTIONS = 3;

/** The AI report on a patient's exams: Markdown, a little HTML, citations, blank lines. */
export function writeExamReport(context: BuilderContext, subject: ReportSubject): string {
  const { faker } = context;
  const { examTypes, profile } = subject;
  const pick = (variants: readonly string[]) => faker.helpers.arrayElement(variants);
  const semen = examTypes.includes('Seminograma') ? semenParagraphs(profile).map(pick) : [];
  const others = examTypes
    .map((examType) => sections[examType]?.(profile) ?? [])
    .filter((variants) => variants.length > 0)
    .slice(0, semen.length > 0 ? MAX_SECTIONS - 1 : MAX_SECTIONS)
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
