import type { ClinicalProfile } from '../clinical-profiles.ts';
import { type BuilderContext, chance, decimal, weighted } from '../random.ts';
import { withMarkup } from './exam-reports.ts';
import texts from './texts.json' with { type: 'json' };

const { smoking: smokingTexts, alcohol: alcoholTexts, heat: heatTexts } = texts.firstReport;
const { histories, orders, closings } = texts.firstReport;

/** A patient's answers in the fertility test. */
interface TestAnswers {
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

function buildTestAnswers(context: BuilderContext): TestAnswers {
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
    `**Tiempo de búsqueda:** ${monthsTrying} meses, con una pareja de ${partnerAge} años. ${describeSearch(monthsTrying, partnerAge)}`,
  ({ monthsTrying, partnerAge }) =>
    `<p>Refieres <b>${monthsTrying} meses</b> de búsqueda de embarazo y que tu pareja tiene ${partnerAge} años. ${describeSearch(monthsTrying, partnerAge)}</p>`,
];

function describeSearch(months: number, partnerAge: number): string {
  if (partnerAge >= 35 && months >= 6)
    return 'A partir de los 35 años de la pareja se recomienda estudiar a ambos después de seis meses{cita}.';
  return months >= 12
    ? 'Después de doce meses se recomienda que ambos inicien su estudio al mismo tiempo{cita}.'
    : 'Todavía están dentro del plazo en que la mayoría de las parejas lo logra, y un estudio básico aporta tranquilidad.';
}

const routines: readonly Paragraph[] = [
  ({ sleepHours, exerciseDays }) =>
    `Refieres ${sleepHours} horas de sueño y ${describeExercise(exerciseDays)}. ${sleepHours < 7 ? 'Dormir entre siete y ocho horas favorece la producción nocturna de testosterona{cita}.' : 'Ambos datos ayudan a mantener un buen equilibrio hormonal.'}`,
  ({ sleepHours, exerciseDays }) =>
    `- Descanso y movimiento: ${sleepHours} h de sueño y ${describeExercise(exerciseDays)}. ${exerciseDays < 2 ? 'Empezar con 30 minutos de caminata, cinco días por semana, es una meta alcanzable.' : 'Procura conservar esta rutina.'}`,
];

function describeExercise(days: number): string {
  if (days === 0) return 'sin actividad física regular';
  return days === 1
    ? 'actividad física un día por semana'
    : `actividad física ${days} días por semana`;
}

const habits: readonly Paragraph[] = [
  ({ smoking, alcohol }) =>
    `**Tabaco y alcohol:** ${smokingTexts[smoking]} ${alcoholTexts[alcohol]}`,
  ({ smoking, alcohol }) => `${smokingTexts[smoking]} ${alcoholTexts[alcohol]}`,
];

const weights: readonly Paragraph[] = [
  ({ bodyMassIndex, stress }) =>
    `Tu índice de masa corporal es de **${bodyMassIndex} kg/m²**. ${describeWeight(bodyMassIndex)}${stress ? ' También mencionas estrés en el trabajo; cuidarlo forma parte del tratamiento.' : ''}`,
];

function describeWeight(index: number): string {
  if (index >= 30)
    return 'Una reducción de 5 a 10 % del peso puede mejorar el perfil hormonal{cita}.';
  if (index >= 25)
    return 'Está ligeramente por arriba de lo recomendado (18.5 a 24.9); pequeños cambios en la alimentación son suficientes.';
  return 'Se encuentra en el intervalo recomendado (18.5 a 24.9).';
}

const nextSteps: readonly Paragraph[] = [
  ({ profile }) =>
    `Sugerimos realizar ${orders[profile.pattern]} y agendar una cita con el especialista para revisar los resultados en conjunto.`,
  ({ profile }) =>
    `**Siguiente paso:** ${orders[profile.pattern]}. Guarda de 2 a 7 días de abstinencia antes de la toma y entrega la muestra antes de una hora.`,
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
