import { DAY, iso } from './dates.ts';
import { buildId } from './identifiers.ts';
import { buildCity, buildMail, buildPerson, buildPhone } from './people.ts';
import { type BuilderContext, chance, weighted, within } from './random.ts';
import type { ProspectRecord } from './records.ts';

/** Reasons for writing through the landing page. */
const motivos = [
  'Llevamos más de un año intentando',
  'Vasectomía previa',
  'Quiero una segunda opinión',
  'Precio del estudio',
  'Información sobre el kit en casa',
  'Alianza comercial con mi clínica',
  'Resultados de seminograma alterados',
  'Varicocele diagnosticado',
  'Congelar muestra antes de un tratamiento',
  'Sucursal más cercana',
  'Pérdidas gestacionales repetidas',
  'Chequeo antes de buscar un embarazo',
  'Problemas de erección',
  'Facturación y seguro',
  'Niveles bajos de testosterona',
] as const;

/** Notes of staff after the first contact. */
const prospectNotes = [
  'Llamar por la tarde, sale de trabajar a las 18:00.',
  'Pidió factura a nombre de su empresa.',
  'Prefiere WhatsApp. Ya tiene un seminograma de otro laboratorio; lo enviará.',
  'Interesado en el paquete completo; comparar con la sucursal de su zona.',
  'No contestó en dos intentos. Volver a marcar el jueves.',
  'Su pareja tiene 37 años y también inicia estudios. Dar prioridad.',
  'Preguntó por meses sin intereses.',
  'Agendó su test y recibió las indicaciones de abstinencia.',
  'Vasectomía hace 9 años. Se le explicó que primero va valoración con urología.',
  'Canalizado con el área comercial para revisar el convenio.',
  'Por ahora no desea continuar; contactar en tres meses.',
  'Toma tratamiento para la tiroides. Pedir resultados recientes.',
  'Vive fuera de la ciudad: ofrecer videoconsulta.',
  'Ya es paciente. Registro creado en recepción.',
] as const;

/** Maximum age of a prospect; most are much newer. */
const OLDEST = 200 * DAY;

/** A visitor who wrote through the landing page. Different values of `index` give different e-mails. */
export function buildProspect(context: BuilderContext, index: number): ProspectRecord {
  const { faker, now } = context;
  const person = buildPerson(context, chance(context, 0.15) ? 'female' : 'male');
  const age = Math.round(OLDEST * faker.number.float() ** 2);
  const status = within(context, 'status', (inner) => buildStatus(inner, age));
  const createDate = iso(now.getTime() - Math.max(age - (age % 1000), 60_000));
  return {
    idProspect: buildId(context, 'prs'),
    name: person.name,
    mail: buildMail(context, person, index),
    phone: buildPhone(context, buildCity(context)),
    motivo: faker.helpers.arrayElement(motivos),
    status,
    // Notes require a contact.
    notes: status === 'pending' ? '' : faker.helpers.arrayElement([...prospectNotes, '', '']),
    ...(chance(context, 0.8) ? { createDate } : { timestamp: createDate }),
  };
}

/** Older prospects are more likely to have been contacted. */
function buildStatus(context: BuilderContext, age: number): string {
  if (age < 5 * DAY)
    return weighted(context, [
      ['pending', 8],
      ['contacted', 2],
    ]);
  return weighted(context, [
    ['pending', age < 30 * DAY ? 6 : 2],
    ['contacted', 7],
    ['converted', 4],
    ['rejected', 3],
    ['archivado', 0.4],
  ]);
}
