import type { Pattern } from '../clinical-patterns.ts';
import type { ClinicalProfile } from '../clinical-profiles.ts';
import { type BuilderContext, chance, decimal, weighted } from '../random.ts';
import { withMarkup } from './exam-reports.ts';

/** A patient's answers in the fertility test. */
export interface TestAnswers {
  monthsTrying: number;
  sleepHours: number;
  exerciseDays: number;
  smoking: 'never' | 'quit' | 'sometimes' | 'daily';
  alcohol: 'rarely' | 'weekly' | 'often';
  heat: 'laptop' | 'sauna' | 'kitchen' | 'driving' | null;
  bodyMassIndex: number;
  stress: boolean;
  partnerAge: number;
}

export function buildTestAnswers(context: BuilderContext): TestAnswers {
  const { faker } = context;
  return {
    monthsTrying: faker.number.int({ min: 7, max: 38 }),
    sleepHours: faker.number.int({ min: 5, max: 8 }),
    exerciseDays: faker.number.int({ min: 0, max: 5 }),
    smoking: weighted(context, [
      ['never', 5],
      ['quit', 2],
      ['sometimes', 2],
      ['daily', 1],
    ] as const),
    alcohol: weighted(context, [
      ['rarely', 5],
      ['weekly', 4],
      ['often', 1],
    ] as const),
    heat: weighted(context, [
      ['laptop', 3],
      ['sauna', 1],
      ['kitchen', 1],
      ['driving', 2],
      [null, 4],
    ] as const),
    bodyMassIndex: decimal(context, 21.2, 34.6),
    stress: chance(context, 0.4),
    partnerAge: faker.number.int({ min: 24, max: 41 }),
  };
}

type Answered = TestAnswers & { given: string; profile: ClinicalProfile };
type Paragraph = (answered: Answered) => string;

const titles = ['## Resultado de tu test', '# Mi Test de Fertilidad', '## Lo que nos contaste'];

const openings: readonly Paragraph[] = [
  ({ given }) =>
    `${given}, gracias por completar tu test. Tus respuestas describen un estado de salud general con aspectos favorables y algunos hábitos que vale la pena ajustar durante los próximos tres meses, el tiempo que tarda un ciclo completo de producción espermática{cita}.`,
  ({ given, profile }) =>
    `**${given}**, con tus respuestas preparamos esta primera orientación. A tus ${profile.age} años hay margen para mejorar muchos de los factores que influyen en la calidad del semen{cita}.`,
  ({ given }) =>
    `Hola, ${given}. Este es el primer informe de tu test. No es un diagnóstico: ordena la información para que tu primera consulta sea más útil{cita}.`,
];

const searches: readonly Paragraph[] = [
  ({ monthsTrying, partnerAge }) =>
    `**Tiempo de búsqueda:** ${monthsTrying} meses, con una pareja de ${partnerAge} años. ${readSearch(monthsTrying, partnerAge)}`,
  ({ monthsTrying, partnerAge }) =>
    `<p>Refieres <b>${monthsTrying} meses</b> de búsqueda de embarazo y que tu pareja tiene ${partnerAge} años. ${readSearch(monthsTrying, partnerAge)}</p>`,
];

function readSearch(months: number, partnerAge: number): string {
  if (partnerAge >= 35 && months >= 6)
    return 'A partir de los 35 años de la pareja se recomienda estudiar a ambos después de seis meses{cita}.';
  return months >= 12
    ? 'Después de doce meses se recomienda que ambos inicien su estudio al mismo tiempo{cita}.'
    : 'Todavía están dentro del plazo en que la mayoría de las parejas lo logra, y un estudio básico aporta tranquilidad.';
}

const routines: readonly Paragraph[] = [
  ({ sleepHours, exerciseDays }) =>
    `Refieres ${sleepHours} horas de sueño y ${readExercise(exerciseDays)}. ${sleepHours < 7 ? 'Dormir entre siete y ocho horas favorece la producción nocturna de testosterona{cita}.' : 'Ambos datos ayudan a mantener un buen equilibrio hormonal.'}`,
  ({ sleepHours, exerciseDays }) =>
    `- Descanso y movimiento: ${sleepHours} h de sueño y ${readExercise(exerciseDays)}. ${exerciseDays < 2 ? 'Empezar con 30 minutos de caminata, cinco días por semana, es una meta alcanzable.' : 'Procura conservar esta rutina.'}`,
];

function readExercise(days: number): string {
  if (days === 0) return 'sin actividad física regular';
  return days === 1
    ? 'actividad física un día por semana'
    : `actividad física ${days} días por semana`;
}

const smokingTexts: Record<TestAnswers['smoking'], string> = {
  never:
    'No fumas, un factor protector para la movilidad y el material genético del espermatozoide.',
  quit: 'Dejaste de fumar: el beneficio sobre el semen comienza a notarse a partir del tercer mes.',
  sometimes:
    'Fumas de manera ocasional; suspenderlo por completo es una de las medidas con mejor respaldo{cita}.',
  daily:
    'Fumas a diario. El tabaco se asocia con menor concentración y movilidad, y con mayor fragmentación del ADN{cita}; podemos apoyarte para dejarlo.',
};

const alcoholTexts: Record<TestAnswers['alcohol'], string> = {
  rarely: 'El consumo de alcohol que describes es bajo.',
  weekly:
    'El alcohol de fin de semana conviene mantenerlo en un máximo de dos bebidas por ocasión.',
  often:
    'El consumo frecuente de alcohol puede reducir la testosterona; es recomendable disminuirlo.',
};

const habits: readonly Paragraph[] = [
  ({ smoking, alcohol }) =>
    `**Tabaco y alcohol:** ${smokingTexts[smoking]} ${alcoholTexts[alcohol]}`,
  ({ smoking, alcohol }) => `${smokingTexts[smoking]} ${alcoholTexts[alcohol]}`,
];

const weights: readonly Paragraph[] = [
  ({ bodyMassIndex, stress }) =>
    `Tu índice de masa corporal es de **${bodyMassIndex} kg/m²**. ${readWeight(bodyMassIndex)}${stress ? ' También mencionas estrés en el trabajo; cuidarlo forma parte del tratamiento.' : ''}`,
];

function readWeight(index: number): string {
  if (index >= 30)
    return 'Una reducción de 5 a 10 % del peso puede mejorar el perfil hormonal{cita}.';
  if (index >= 25)
    return 'Está ligeramente por arriba de lo recomendado (18.5 a 24.9); pequeños cambios en la alimentación son suficientes.';
  return 'Se encuentra en el intervalo recomendado (18.5 a 24.9).';
}

const heatTexts: Record<NonNullable<TestAnswers['heat']>, string> = {
  laptop:
    'La exposición frecuente a calor por el uso prolongado de la computadora sobre las piernas puede afectar la temperatura testicular y es sencilla de corregir.',
  sauna:
    'El uso semanal de sauna o vapor eleva la temperatura testicular; te sugerimos suspenderlo mientras buscan el embarazo{cita}.',
  kitchen:
    'Trabajar cerca de hornos o planchas calientes eleva la temperatura testicular. Pausas breves y ropa holgada ayudan a compensarlo.',
  driving:
    'Pasas muchas horas al volante: levantarte diez minutos cada dos horas reduce el calor acumulado en la zona.',
};

const histories: Record<Pattern, readonly string[]> = {
  normal: [
    'No mencionas cirugías, infecciones ni enfermedades que requieran un estudio dirigido.',
    'Tus antecedentes personales y familiares no muestran datos de alarma. <b>Es una buena noticia</b>, y un estudio básico permitirá confirmarlo{cita}.',
  ],
  lowMotility: [
    'La fiebre alta que tuviste en los últimos tres meses puede modificar de forma temporal el seminograma; lo tomaremos en cuenta al interpretarlo.',
    'La infección de vías urinarias que mencionas ya fue tratada. Un <b>cultivo de semen</b> permitirá saber si dejó inflamación{cita}.',
  ],
  varicocele: [
    'La sensación de peso en el lado izquierdo que mencionas merece una valoración dirigida. Una <b>ecografía testicular con Doppler</b>, junto con un seminograma reciente, permitirá saber si hay varicocele y si tiene relevancia en tu caso{cita}.',
    'El antecedente de varicocele que mencionas merece una exploración física. No todos afectan la fertilidad, y por eso se estudia antes de pensar en una cirugía{cita}.',
  ],
  lowCountMotilityForms: [
    'El antecedente de testículo no descendido corregido en la infancia es un dato importante{cita}; conviene agregar un perfil hormonal a tu primer seminograma.',
    'El uso previo de anabólicos que mencionas puede haber frenado la producción de espermatozoides; suele recuperarse, y un perfil hormonal ayuda a saber en qué punto estás{cita}.',
  ],
  obstruction: [
    'La cirugía de hernia inguinal de ambos lados que mencionas puede comprometer los conductos; tu médico revisará ese antecedente con atención{cita}.',
  ],
  testicularFailure: [
    'Las paperas con inflamación testicular en la adolescencia son un antecedente relevante{cita}; por eso tu orden incluye FSH, inhibina B y estudio genético.',
  ],
  pituitary: [
    'El cansancio y la disminución del deseo sexual que describes justifican medir testosterona, LH y prolactina desde el inicio{cita}.',
  ],
  retrograde: [
    'La disminución del volumen al eyacular y tu diagnóstico de diabetes justifican un estudio de orina posterior al orgasmo{cita}.',
  ],
};

const orders: Record<Pattern, string> = {
  normal: 'un seminograma básico',
  lowMotility: 'un seminograma con cultivo de semen',
  varicocele: 'un seminograma y una ecografía testicular',
  lowCountMotilityForms: 'un seminograma y un perfil hormonal',
  obstruction: 'un seminograma con marcadores bioquímicos seminales',
  testicularFailure: 'un seminograma, un perfil hormonal y la inhibina B',
  pituitary: 'un perfil hormonal y un seminograma',
  retrograde: 'un seminograma, la hemoglobina glicosilada y la orina posterior al orgasmo',
};

const nextSteps: readonly Paragraph[] = [
  ({ profile }) =>
    `Sugerimos realizar ${orders[profile.pattern]} y agendar una cita con el especialista para revisar los resultados en conjunto.`,
  ({ profile }) =>
    `**Siguiente paso:** ${orders[profile.pattern]}. Guarda de 2 a 7 días de abstinencia antes de la toma y entrega la muestra antes de una hora.`,
];

const closings = [
  'Mientras tanto, procura una dieta rica en frutas, verduras, pescado y nueces, evita el tabaco y limita el consumo de alcohol.',
  'No inicies suplementos, testosterona ni otros medicamentos por tu cuenta: algunos detienen la producción de espermatozoides{cita}.',
  'Tu equipo médico revisará esta orientación contigo. Si tienes dudas, escríbenos desde tu cuenta.',
];

/** The first report, on the answers of the fertility test. */
export function writeFirstReport(
  context: BuilderContext,
  { given, profile }: { given: string; profile: ClinicalProfile },
): string {
  const { faker } = context;
  const answered: Answered = { ...buildTestAnswers(context), given, profile };
  const pick = (variants: readonly Paragraph[]) => faker.helpers.arrayElement(variants)(answered);
  return withMarkup(context, [
    faker.helpers.arrayElement(titles),
    pick(openings),
    pick(searches),
    pick(routines),
    pick(habits),
    pick(weights),
    ...(answered.heat === null ? [] : [heatTexts[answered.heat]]),
    faker.helpers.arrayElement(histories[profile.pattern]),
    pick(nextSteps),
    faker.helpers.arrayElement(closings),
  ]);
}
