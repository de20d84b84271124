import { attendanceNames } from '@simiente/contract/appointments/attendance';
import { describeMeetingPlace } from '@simiente/contract/appointments/calls';
import { formatAppointmentStatus } from '@simiente/contract/appointments/statuses';
import { identificationTitles, patientTitles } from '@simiente/contract/common/column-titles';
import { consentWayNames } from '@simiente/contract/consents/fields';
import { consentPurposeNames } from '@simiente/contract/consents/texts';
import { linkWayWords } from '@simiente/contract/deliveries/words';
import { examName } from '@simiente/contract/exams/catalogue';
import {
  describeCalendarDay,
  describeDay,
  formatClinicTime,
  hasOtherClock,
  zoneName,
} from '@simiente/contract/format/dates';
import type { PatientRecordPart } from '@simiente/contract/patient-record/calls';
import { statusGroup, statusNames } from '@simiente/contract/patients/filters';
import {
  formatIdentification,
  type Identification,
} from '@simiente/contract/patients/identification';
import { describeRequest } from '@simiente/contract/reminders/words';
import {
  draftPreparation,
  draftSourceWords,
  proofWords,
  reportKindWords,
  sentenceAuthorWords,
  versionStateWords,
} from '@simiente/contract/reports/states';
import { withoutMarkup } from '@simiente/contract/reports/without-markup';
import {
  receiptWayNames,
  requestAnswerNames,
  requestKindNames,
} from '@simiente/contract/rights/words';
import { Html, html } from '../../platform/pages/html.ts';
import type { RecordReport } from '../reports/public.ts';
import type { PatientRecord } from './collect.ts';
import { type Fact, facts, joinHtml, lines, readableResult, section } from './readable-result.ts';

const STYLE = new Html(`
:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif; }
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: .25rem; } h2 { margin-top: 2.5rem; border-bottom: 1px solid; padding-bottom: .25rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .75rem 0; }
dt { opacity: .75; } dd { margin: 0; overflow-wrap: anywhere; } article { margin: 1.25rem 0; break-inside: avoid; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }`);

type Dated<Name extends string> = { readonly [N in Name]: string | null } & Pick<
  PatientRecord['patient'],
  'invalidDates'
>;

const PARTS = {
  reports: 'los informes',
  exam_files: 'los archivos de los estudios',
  request_files: 'los archivos de las solicitudes de datos',
  results: 'los resultados',
} as const satisfies Record<PatientRecordPart, string>;

/** A notice of the parts that are left out, because an incomplete record must not look complete. */
function leftOutNotice({ leftOut = [] }: PatientRecord): Html[] {
  if (leftOut.length === 0) return [];
  const parts = leftOut.map((part) => PARTS[part]).join(' ni ');
  return [
    html`<p><strong>No incluye ${parts}: la cuenta que exportó el expediente no tiene permiso para verlos.</strong></p>`,
  ];
}

/** 'IA: 3 frases; Médico: 1 frase' */
function authorship(
  { versions }: RecordReport,
  { sentences, fromDraft }: RecordReport['versions'][number],
): string {
  const { source = null } = versions.find(({ id }) => id === fromDraft) ?? {};
  const words = sentenceAuthorWords[draftPreparation(source)];
  const counts = Map.groupBy(sentences ?? [], ({ author }) => author);
  return [...counts]
    .map(
      ([author, { length }]) => `${words[author]}: ${length} ${length === 1 ? 'frase' : 'frases'}`,
    )
    .join('; ');
}

/** An unsigned text must not look like a signed one, so a draft is marked. */
function readableVersion(
  title: string,
  report: RecordReport,
  version: RecordReport['versions'][number],
  at: (instant: string | null) => string | null,
): Html {
  const { signer, withdrawal, source } = version;
  const state = versionStateWords[version.state];
  const text = signer === null ? withoutMarkup(version.text) : version.text;
  return html`<h3>${title}, versión ${version.number}</h3>${facts(
    ['Estado', version.id === report.inForce && signer !== null ? `${state}, vigente` : state],
    ['Origen', source && `${draftSourceWords[source]}. Preliminar: nadie lo ha firmado.`],
    [signer === null ? 'Llegó' : 'Firmado', at(version.arrivedAt)],
    ['Firma', signer && `${signer.fullName}, cédula ${signer.cedula}, ${signer.institution}`],
    ['Comprobación', version.proof && proofWords[version.proof]],
    ['Autoría', signer && authorship(report, version)],
    ['Motivo', version.reason],
    ['Cambió un dato que cita', version.id === report.inForce ? at(report.basisChangedAt) : null],
    [
      'Sigue siendo válido',
      version.confirmations
        .map((confirmation) => `${at(confirmation.at)}: ${confirmation.reason}`)
        .join('; '),
    ],
    ['Retirado', withdrawal && at(withdrawal.at)],
    ['Motivo del retiro', withdrawal?.reason ?? null],
    ['Texto', version.ofAnother ? 'No se incluye: era de otra persona.' : null],
    [
      'Entregas',
      version.deliveries
        .map(
          ({ at: since, linkBy, opens }) =>
            `${at(since)}, enlace ${linkWayWords[linkBy]}, abierto ${opens === 1 ? '1 vez' : `${opens} veces`}`,
        )
        .join('; '),
    ],
    ['Descartado', version.discard && at(version.discard.at)],
    ['SHA-256', version.sha256],
  )}<pre>${text}</pre>`;
}

function personFacts(person: PatientRecord['mergedRecords'][number]): Fact[] {
  const birthDate = person.birthDate && describeCalendarDay(person.birthDate);
  return [
    ['Nombre en el test', person.testUserName],
    ['Nombre en el historial', person.historyName],
    [patientTitles.email, person.email],
    [patientTitles.phone, person.phone],
    ...(Object.keys(identificationTitles) as (keyof Identification)[]).map(
      (field): Fact => [
        identificationTitles[field],
        formatIdentification({ ...person, birthDate }, field),
      ],
    ),
  ];
}

/** One line for each step, such as 'Llegó: 26 nov 2026, 11:22, Mariana Solórzano'. */
function visitSteps(
  { attendance }: Pick<PatientRecord['doctorAppointments'][number], 'attendance'>,
  at: (instant: string | null) => string | null,
): Html {
  return lines(
    attendance.map(({ step, at: time, by }) =>
      [`${attendanceNames[step]}: ${at(time)}`, by].filter((word) => word !== null).join(', '),
    ),
  );
}

/** The record as a readable page, with links to the files beside it. */
export function readableRecord(record: PatientRecord, timeZone: string): string {
  const describe = (instant: string | null, options: { hour: boolean }) =>
    instant && describeDay(instant, { timeZone, now: new Date(0), ...options }).text;
  const at = (instant: string | null) => describe(instant, { hour: true });
  const day = (instant: string | null) => describe(instant, { hour: false });
  const date = <Name extends string>(dated: Dated<Name>, name: Name) => {
    const invalid = dated.invalidDates?.[name];
    return invalid === undefined ? at(dated[name]) : `Fecha inválida: «${invalid}»`;
  };
  const placeHour = ({ startsAt, place }: PatientRecord['doctorAppointments'][number]) =>
    startsAt && place && hasOtherClock(place.timeZone, timeZone, new Date(startsAt))
      ? `${formatClinicTime(startsAt, place.timeZone ?? timeZone)}, ${zoneName(place.timeZone ?? timeZone)}`
      : null;
  const filesById = new Map(record.files.map((file) => [file.id, file]));
  const fileLink = (id: string | null) => {
    const file = id === null ? undefined : filesById.get(id);
    if (file === undefined) return null;
    const href = file.path.split('/').map(encodeURIComponent).join('/');
    return html`<a href="${href}">${file.name}</a>`;
  };
  const earlier = (files: PatientRecord['exams'][number]['earlierFiles']) =>
    lines(
      files.map(({ file, replacedAt }) => html`${fileLink(file)} (hasta el ${at(replacedAt)})`),
    );

  const { patient } = record;
  const body = [
    html`<h1>${patient.name}</h1>`,
    html`<p>Expediente exportado el ${at(record.exportedAt)}. Horas de ${zoneName(timeZone)}.</p>`,
    facts(
      ['Id', patient.id],
      ...personFacts(patient),
      [patientTitles.status, statusNames[statusGroup(patient.status)]],
      [patientTitles.createDate, date(patient, 'createdAt')],
      [patientTitles.lastConnection, date(patient, 'lastAccessAt')],
    ),
    ...leftOutNotice(record),
    section(
      'Consentimientos',
      patient.consents.map((consent) =>
        facts(
          ['Para', consentPurposeNames[consent.purpose]],
          ['Fecha', describeCalendarDay(consent.givenOn)],
          ['Forma', consentWayNames[consent.way]],
          ['Versión del texto', consent.version],
          ['Registrado', at(consent.recordedAt)],
          ['Retirado', at(consent.withdrawnAt)],
          ['Motivo', consent.withdrawalReason],
        ),
      ),
    ),
    section(
      'Notas',
      patient.notes.map((note) =>
        facts(
          ['Fecha', at(note.createdAt)],
          ['Autor', note.createdBy],
          ['Cita', note.idAppointment],
          ['Nota', note.text],
        ),
      ),
    ),
    section(
      'Informes',
      record.reports.flatMap((report) =>
        report.versions
          .toReversed()
          .map((version) => readableVersion(reportKindWords[report.kind], report, version, at)),
      ),
    ),
    section(
      'Estudios',
      record.exams.map(
        (exam) =>
          html`<h3>${exam.type.replaceAll('_', ' ')}</h3>${facts(
            ['Fecha del estudio', exam.examDate && describeCalendarDay(exam.examDate)],
            ['Agregado', date(exam, 'createdAt')],
            ['Laboratorio', exam.laboratory?.name ?? null],
            ['Archivo', fileLink(exam.file)],
            ['Enlace', exam.externalUrl],
            ['Archivos anteriores', earlier(exam.earlierFiles)],
          )}`,
      ),
    ),
    section(
      'Resultados',
      record.results.map((result) => readableResult(record, result, at, day)),
    ),
    section(
      'Citas médicas',
      record.doctorAppointments.map((appointment) =>
        facts(
          ['Médico', appointment.doctor.name],
          ['Especialidades', appointment.doctor.specialties.join(', ')],
          ['Cuándo', date(appointment, 'startsAt')],
          ['Hora del lugar', placeHour(appointment)],
          ['Termina', at(appointment.endsAt)],
          ['Lugar', appointment.place?.name ?? null],
          ['Estado', formatAppointmentStatus(appointment.status)],
          ['Asistencia', visitSteps(appointment, at)],
          ['Motivo de la cancelación', appointment.cancellationReason],
          [
            'Pidió otro horario',
            appointment.link?.request ? describeRequest(appointment.link.request) : null,
          ],
        ),
      ),
    ),
    section(
      'Recetas y citas de Calendly',
      record.recipeAppointments.map((recipe) =>
        facts(
          ['Tipo', recipe.type],
          [recipe.isVisit ? 'Médico' : 'Anfitrión', recipe.doctor?.name ?? null],
          ['Cuándo', date(recipe, 'startsAt')],
          ['Termina', at(recipe.endsAt)],
          ['Lugar', recipe.meetingPlace && describeMeetingPlace(recipe.meetingPlace)],
          ['Estado', formatAppointmentStatus(recipe.status)],
          ['Asistencia', visitSteps(recipe, at)],
          ['Motivo de la cancelación', recipe.cancellationReason],
          ['Quién agendó', recipe.inviteeName],
          ['Receta', fileLink(recipe.file)],
          ['Recetas anteriores', earlier(recipe.earlierFiles)],
          [
            'Explicación',
            recipe.prescriptionExplanation && html`<pre>${recipe.prescriptionExplanation}</pre>`,
          ],
        ),
      ),
    ),
    section(
      'Órdenes de examen',
      record.examOrders.map((order) =>
        facts(
          ['Folio', order.folio],
          ['Fecha', at(order.createdAt)],
          ['Partner', order.partner.name],
          ['Sucursal', order.branch.name],
          ['Estudios', order.exams.map(examName).join(', ')],
          ['Descargas', lines(order.downloads.map((download) => at(download.at)))],
        ),
      ),
    ),
    section(
      'Avisos de privacidad recibidos',
      record.privacyReceipts.map((receipt) =>
        facts(
          ['Versión', `Del ${describeCalendarDay(receipt.effectiveOn)}`],
          ['Recibido', describeCalendarDay(receipt.receivedOn)],
          ['Forma', receiptWayNames[receipt.way]],
        ),
      ),
    ),
    section(
      'Solicitudes sobre datos personales',
      record.dataRequests.map((request) =>
        facts(
          ['Tipo', requestKindNames[request.kind]],
          ['Solicitante', request.requester],
          ['Recibida', describeCalendarDay(request.receivedOn)],
          ['Pide', request.details],
          ['Identidad', request.identityProof],
          ['Respuesta', request.answer && requestAnswerNames[request.answer]],
          ['Respondida', request.answeredOn && describeCalendarDay(request.answeredOn)],
          ['Qué se respondió', request.response],
          ['Cerrada', request.closedOn && describeCalendarDay(request.closedOn)],
          ['Qué se hizo', request.outcome],
          ['Evidencia', request.evidence],
          ['Archivos', lines(request.files.map(fileLink))],
        ),
      ),
    ),
    section(
      'Expedientes fusionados',
      record.mergedRecords.map((merged) => facts(['Nombre', merged.name], ...personFacts(merged))),
    ),
    section(
      'Como prospecto',
      record.prospects.map((prospect) =>
        facts(
          ['Nombre', prospect.name],
          ['Correo', prospect.email],
          ['Teléfono', prospect.phone],
          ['Motivo', prospect.reason],
          ['Notas', prospect.notes],
          ['Fecha', date(prospect, 'createdAt')],
          ['Consentimiento', at(prospect.consentAt)],
        ),
      ),
    ),
  ];
  return html`<!doctype html>
<html lang="es-MX"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer"><title>Expediente</title><style>${STYLE}</style></head>
<body>${joinHtml(body, '\n')}</body></html>
`.text;
}
