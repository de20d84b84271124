import type { Patient } from '@simiente/contract/patients';
import { IconClock, IconFileText, IconUserSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmailContact, PhoneContact } from '../../../ui/contact/Contact.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { FactStrip, StripFact } from '../../../ui/page/FactStrip.tsx';
import { Fact, RecordHead } from '../../../ui/page/RecordHead.tsx';
import { PersonAvatar } from '../../../ui/status/PersonAvatar.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { useProspectsOfPatient } from '../../prospects/public.ts';
import { patientStatus } from '../patient-status.ts';
import classes from './PatientHead.module.css';

/** The patient's name, status, and last visit. */
export function PatientHead({ patient, actions }: { patient: Patient; actions?: ReactNode }) {
  const { name, historyName, status, lastConnection } = patient;
  const { tone, tag } = patientStatus(status);
  const prospects = useProspectsOfPatient(patient.idUser);
  return (
    <RecordHead
      avatar={<PersonAvatar name={name} size={60} />}
      title={name}
      mark={<StatusPill tone={tone} label={tag} />}
      facts={
        <>
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

/** The patient's phone and e-mail. */
export function PatientContact({ patient: { name, email, phone } }: { patient: Patient }) {
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
    </FactStrip>
  );
}
