import type { Pattern } from '../clinical-patterns.ts';
import { type BuilderContext, chance } from '../random.ts';

interface Prescription {
  heading: string;
  lines: readonly string[];
}

const antioxidants: Prescription = {
  heading: 'Receta: antioxidantes',
  lines: [
    'Vitamina E 400 UI, una cápsula cada 24 h con el desayuno.',
    'Coenzima Q10 200 mg, una cápsula cada 24 h.',
    'L-carnitina 1 g, cada 12 h.',
    'Duración: 12 semanas. Control con seminograma al terminar.',
  ],
};

const habits: Prescription = {
  heading: 'Plan de cuidados y control',
  lines: [
    'Suspender tabaco y evitar calor directo en la zona genital.',
    'Actividad física moderada, 150 minutos por semana.',
    'Ácido fólico 400 µg cada 24 h por 12 semanas.',
    'Repetir seminograma en tres meses con 3 días de abstinencia.',
  ],
};

const genetics: Prescription = {
  heading: 'Estudios complementarios',
  lines: [
    'Cariotipo con bandas G en sangre periférica.',
    'Microdeleciones del cromosoma Y (AZFa, AZFb y AZFc).',
    'Entregar resultados antes de la próxima cita.',
  ],
};

const antibiotic: Prescription = {
  heading: 'Receta: tratamiento antibiótico',
  lines: [
    'Doxiciclina 100 mg, una cápsula cada 12 h por 14 días, con alimentos.',
    'Evitar la exposición al sol durante el tratamiento.',
    'La pareja recibe el mismo esquema; usar preservativo hasta terminar.',
    'Cultivo de semen de control dos semanas después.',
  ],
};

const stimulation: Prescription = {
  heading: 'Justificación de la receta',
  lines: [
    'El perfil hormonal muestra testosterona en el límite inferior con FSH conservada.',
    'Se propone clomifeno 25 mg cada 24 h por 12 semanas.',
    'Medir testosterona, estradiol y biometría hemática a las 4 semanas.',
    'Suspender y avisar si hay cambios en la visión o dolor de cabeza intenso.',
  ],
};

const byPattern: Record<Pattern, readonly Prescription[]> = {
  normal: [habits, antioxidants],
  lowMotility: [antioxidants, antibiotic, habits],
  varicocele: [
    {
      heading: 'Preparación para valoración de varicocele',
      lines: [
        'Ecografía testicular con Doppler, de pie y con maniobra de Valsalva.',
        'Suspensorio durante el ejercicio.',
        'Paracetamol 500 mg cada 8 h solo si hay molestia, máximo 3 días.',
      ],
    },
    antioxidants,
    stimulation,
  ],
  lowCountMotilityForms: [stimulation, genetics, antioxidants],
  obstruction: [
    genetics,
    {
      heading: 'Indicaciones previas a búsqueda de espermatozoides',
      lines: [
        'Biometría hemática, tiempos de coagulación y química sanguínea.',
        'Suspender ácido acetilsalicílico 7 días antes.',
        'Ayuno de 8 horas y acudir con acompañante.',
      ],
    },
  ],
  testicularFailure: [
    genetics,
    {
      heading: 'Receta: preparación hormonal',
      lines: [
        'El perfil muestra testosterona baja con relación testosterona/estradiol disminuida.',
        'Letrozol 2.5 mg, una tableta cada 24 h por 12 semanas.',
        'Control de testosterona y estradiol cada 4 semanas.',
      ],
    },
  ],
  pituitary: [
    {
      heading: 'Receta: prolactina elevada',
      lines: [
        'Cabergolina 0.5 mg, media tableta dos veces por semana con la cena.',
        'Levantarse despacio los primeros días: puede bajar la presión.',
        'Prolactina de control a las 6 semanas.',
      ],
    },
    {
      heading: 'Receta: estímulo de la espermatogénesis',
      lines: [
        'Gonadotropina coriónica 2 000 UI subcutánea, lunes y jueves.',
        'Conservar en refrigeración, entre 2 y 8 °C. Alternar el sitio de aplicación.',
        'Testosterona de control a las 6 semanas; seminograma a los 3 meses.',
      ],
    },
  ],
  retrograde: [
    {
      heading: 'Receta: apoyo a la eyaculación',
      lines: [
        'Imipramina 25 mg, una tableta por la noche durante 4 semanas.',
        'Orinar antes del encuentro y conservar buena hidratación.',
        'Llevar registro de glucosa en ayuno tres veces por semana.',
      ],
    },
    habits,
  ],
};

/** Some doctors write no heading. */
const plain = [
  'Continuar con el esquema indicado en la consulta anterior hasta el siguiente control.',
  'Sin cambios en la receta. Completar las 12 semanas antes de repetir el seminograma.',
];

/** Why a prescription was proposed: a heading, a separator (blank line or ---) and its lines. */
export function writePrescription(context: BuilderContext, pattern: Pattern): string {
  const { faker } = context;
  if (chance(context, 0.04)) return faker.helpers.arrayElement(plain);
  const { heading, lines } = faker.helpers.arrayElement(byPattern[pattern]);
  const separator = faker.helpers.arrayElement(['\n\n', '\n\n', '\n---\n']);
  return `**${heading}**${separator}${lines.join('\n')}`;
}
