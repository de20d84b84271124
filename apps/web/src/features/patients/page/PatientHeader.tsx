import { currentStep } from '@simiente/contract/appointments/attendance';
import { isInstant } from '@simiente/contract/common/dates';
import { dayIn } from '@simiente/contract/common/days';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import { formatPlaceTime } from '@simiente/contract/format/place-time';
import type { MedicalHistory, Merge, Patient } from '@simiente/contract/patients/calls';
import { readCurp } from '@simiente/contract/patients/curp';
import {
  describeAge,
  describeMissing,
  findCurpConflicts,
  findMissingParts,
  IDENTIFICATION_PARTS,
} from '@simiente/contract/patients/identification';
import {
  IconArrowBackUp,
  IconCake,
  IconCalendar,
  IconClock,
  IconFileText,
  IconUserSearch,
  IconUserX,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import { pluralize } from '../../../lib/format/numbers.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { EmailContact, PhoneContact } from '../../../ui/contact/Contact.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { Fact, FactStrip, RecordHeader, StripFact } from '../../../ui/page/RecordHeader.tsx';
import { PersonAvatar } from '../../../ui/status/person.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { ConsentFact } from '../../consents/public.ts';
import { usePatientProspects } from '../../prospects/public.ts';
import { NoticeFact } from '../../rights/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import type { PatientRequest } from '../form/PatientForm.tsx';
import { patientStatus } from '../patient-status.ts';
import classes from './PatientHeader.module.css';

type FieldName = NonNullable<PatientRequest['focus']>;

/** The fields of a complete identification, in the order of the form. */
const requiredFields = [
  'phone',
  'curp',
  'birthDate',
  'sex',
  'street',
  'municipality',
  'state',
  'emergencyName',
  'emergencyPhone',
] as const satisfies readonly FieldName[];

interface IdentificationFactProps {
  patient: Patient;
  /** Opens the form at the first missing field; null for an account that cannot edit. */
  onComplete: ((focus: FieldName) => void) | null;
}

/** 'Ficha': completeness of the identification, its missing parts, and contradictions of the CURP. */
function IdentificationFact({ patient, onComplete }: IdentificationFactProps) {
  const missing = findMissingParts(patient);
  const givenCount = IDENTIFICATION_PARTS - missing.length;
  const firstMissing = requiredFields.find((field) =>
    field === 'phone' || field === 'curp' ? missing.includes(field) : !patient[field],
  );
  return (
    <StripFact label="Ficha">
      <div className={classes.fact}>
        <div className={classes.row}>
          <span>{`${givenCount} de ${IDENTIFICATION_PARTS}`}</span>
          <span
            className={classes.bar}
            style={{ '--parts': IDENTIFICATION_PARTS, '--given': givenCount } as CSSProperties}
            aria-hidden
          />
          {onComplete && firstMissing !== undefined && (
            <Button
              kind="subtle"
              size="xs"
              className={classes.action}
              aria-label="Completar la ficha"
              onClick={() => onComplete(firstMissing)}
            >
              Completar
            </Button>
          )}
        </div>
        {missing.length > 0 && <p className={classes.missing}>{describeMissing(patient)}</p>}
        {findCurpConflicts(patient).map((sentence) => (
          <p key={sentence} className={classes.conflict} data-tone="amber">
            {sentence}
          </p>
        ))}
      </div>
    </StripFact>
  );
}

interface PatientHeaderProps {
  patient: Patient;
  appointments: MedicalHistory['appointments'];
  /** The merge that the account may undo. */
  merge: Merge | undefined;
  actions?: ReactNode;
}

export function PatientHeader({ patient, appointments, merge, actions }: PatientHeaderProps) {
  const { name, birthDate, historyName, status, lastConnection } = patient;
  const timeZone = useClinicTimeZone();
  const today = dayIn(timeZone, new Date());
  const { next, missed } = readVisits(appointments);
  const birthState = patient.curp === null ? undefined : readCurp(patient.curp)?.birthState;
  const { tone, tag } = patientStatus(status);
  const { prospects, similar } = usePatientProspects(patient.idUser);
  return (
    <RecordHeader
      avatar={<PersonAvatar name={name} size={60} />}
      title={name}
      mark={<StatusPill tone={tone} label={tag} />}
      facts={
        <>
          {birthDate !== null && (
            <Fact icon={IconCake}>
              {[
                describeAge(birthDate, today),
                describeCalendarDay(birthDate),
                birthState && `nació en ${birthState}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Fact>
          )}
          <Fact icon={IconClock}>
            Último acceso: <DateText value={lastConnection} />
          </Fact>
          {next !== undefined && (
            <Fact icon={IconCalendar}>
              Próxima cita: {formatPlaceTime(next.start, next.place, timeZone)}
            </Fact>
          )}
          {missed > 0 && (
            <Fact icon={IconUserX}>No asistió a {pluralize(missed, ['cita', 'citas'])}</Fact>
          )}
          {historyName !== null && historyName !== name && (
            <Fact icon={IconFileText}>Nombre en su historial: {historyName}</Fact>
          )}
          {merge && (
            <Fact icon={IconArrowBackUp}>
              Se fusionó con el expediente de {merge.other.name} ·{' '}
              <Link
                className={classes.link}
                to="/pacientes/$idUser/fusionar"
                params={{ idUser: patient.idUser }}
              >
                Deshacer fusión
              </Link>
            </Fact>
          )}
          {[...prospects, ...similar].map((prospect) => (
            <Fact key={prospect.idProspect} icon={IconUserSearch}>
              <Link
                className={classes.link}
                to="/prospectos"
                search={{ prospecto: prospect.idProspect }}
              >
                {prospect.patient ? 'Llegó como prospecto' : 'Puede ser este prospecto'}
              </Link>
              : <DateText value={prospect.createDate} locale="es" missing="N/A" />
            </Fact>
          ))}
        </>
      }
      actions={actions}
    />
  );
}

/** The next appointment's start and place, and the number of missed appointments, of both kinds. */
function readVisits({ doctorAppointments, recipeAppointments }: MedicalHistory['appointments']) {
  const now = Date.now();
  const visits = [
    ...doctorAppointments.map((visit) => ({ ...visit, start: visit.appointmentDate.date })),
    ...recipeAppointments.map((visit) => ({
      ...visit,
      start: visit.calendly_data.start_time,
      place: null,
    })),
  ].filter(({ status }) => status !== 'cancelled');
  const [next] = visits
    .flatMap(({ start, place }) =>
      isInstant(start) && Date.parse(start) >= now ? [{ start, place }] : [],
    )
    .toSorted((one, other) => one.start.localeCompare(other.start));
  return { next, missed: visits.filter((visit) => currentStep(visit) === 'missed').length };
}

export function PatientStrip({ patient, onComplete }: IdentificationFactProps) {
  const { name, email, phone } = patient;
  const { prospects } = usePatientProspects(patient.idUser);
  return (
    <FactStrip>
      {phone && (
        <StripFact label="Teléfono">
          <PhoneContact phone={phone} name={name} />
        </StripFact>
      )}
      {email && (
        <StripFact label="Correo electrónico">
          <EmailContact email={email} name={name} />
        </StripFact>
      )}
      <IdentificationFact patient={patient} onComplete={onComplete} />
      <ConsentFact
        idUser={patient.idUser}
        name={name}
        landing={prospects.flatMap(({ consent }) => consent ?? [])}
      />
      <NoticeFact idUser={patient.idUser} />
    </FactStrip>
  );
}
