import type { Patient } from '@simiente/contract/patients';
import { IconClock, IconMail, IconPhone, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DateText } from '../../ui/page/DateText.tsx';
import { PersonAvatar } from '../../ui/status/PersonAvatar.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import classes from './PatientHead.module.css';
import { patientStatus } from './patient-status.ts';

/** Who the page is about: name, status, how to reach them, and when they were last here. */
export function PatientHead({ patient, actions }: { patient: Patient; actions?: ReactNode }) {
  const { name, status, email, phone, lastConnection } = patient;
  const { tone, tag } = patientStatus(status);
  return (
    <header className={classes.head}>
      <PersonAvatar name={name} size={60} />
      <div className={classes.words}>
        <div className={classes.line}>
          <h1 className={classes.name}>{name}</h1>
          <StatusPill tone={tone} label={tag} />
        </div>
        <ul className={classes.facts}>
          {email && (
            <Fact icon={IconMail} label="Correo">
              {email}
            </Fact>
          )}
          {phone && (
            <Fact icon={IconPhone} label="Teléfono">
              {phone}
            </Fact>
          )}
          <Fact icon={IconClock}>
            Último acceso: <DateText value={lastConnection} />
          </Fact>
        </ul>
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

interface FactProps {
  icon: TablerIcon;
  /** For readers, where the text does not name itself. */
  label?: string;
  children: ReactNode;
}

function Fact({ icon: Icon, label, children }: FactProps) {
  return (
    <li className={classes.fact}>
      <Icon className={classes.icon} size={17} stroke={1.7} aria-hidden />
      <span className={classes.text}>
        {label && <span className={classes.hidden}>{label}: </span>}
        {children}
      </span>
    </li>
  );
}
