import { dayIn } from '@simiente/contract/common/days';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import type { Patient } from '@simiente/contract/patients/calls';
import { describeAge } from '@simiente/contract/patients/identification';
import { IconCake, IconClock, IconFileText, IconUserSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { EmailContact, PhoneContact } from '../../../ui/contact/Contact.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { FactStrip, StripFact } from '../../../ui/page/FactStrip.tsx';
import { Fact, RecordHead } from '../../../ui/page/RecordHead.tsx';
import { PersonAvatar } from '../../../ui/status/person.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { ConsentFact } from '../../consents/public.ts';
import { useProspectsOfPatient } from '../../prospects/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { patientStatus } from '../patient-status.ts';
import { IdentificationFact } from './IdentificationFact.tsx';
import classes from './PatientHead.module.css';

/** The patient's name, status, age, and last visit. */
export function PatientHead({ patient, actions }: { patient: Patient; actions?: ReactNode }) {
  const { name, birthDate, historyName, status, lastConnection } = patient;
  const today = dayIn(useClinicTimeZone(), new Date());
  const { tone, tag } = patientStatus(status);
  const prospects = useProspectsOfPatient(patient.idUser);
  return (
    <RecordHead
      avatar={<PersonAvatar name={name} size={60} />}
      title={name}
      mark={<StatusPill tone={tone} label={tag} />}
      facts={
        <>
          {birthDate !== null && (
            <Fact icon={IconCake}>
              {`${describeAge(birthDate, today)} · ${describeCalendarDay(birthDate)}`}
            </Fact>
          )}
          <Fact icon={IconClock}>
            Último acceso: <DateText value={lastConnection} />
          </Fact>
          {historyName !== null && historyName !== name && (
            <Fact icon={IconFileText}>Nombre en su historial: {historyName}</Fact>
          )}
          {prospects.map(({ idProspect, createDate }) => (
            <Fact key={idProspect} icon={IconUserSearch}>
              <Link className={classes.link} to="/prospectos" search={{ prospecto: idProspect }}>
                Llegó como prospecto
              </Link>
              : <DateText value={createDate} locale="es" missing="N/A" />
            </Fact>
          ))}
        </>
      }
      actions={actions}
    />
  );
}

interface PatientStripProps extends ComponentProps<typeof IdentificationFact> {}

/** The patient's phone and e-mail, and how much of their identification there is, and their consent. */
export function PatientStrip({ patient, onComplete }: PatientStripProps) {
  const { name, email, phone } = patient;
  const prospects = useProspectsOfPatient(patient.idUser);
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
    </FactStrip>
  );
}
