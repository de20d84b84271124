import { useDisclosure } from '@mantine/hooks';
import type { Doctor } from '@simiente/contract/doctors';
import {
  IconCalendarEvent,
  IconMail,
  IconPlus,
  IconStethoscope,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { PersonAvatar } from '../../ui/status/PersonAvatar.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { describeUpcoming } from './columns.tsx';
import classes from './DoctorHead.module.css';
import { DoctorModal } from './DoctorModal.tsx';
import { RetireQuestion } from './RetireQuestion.tsx';
import { useRetireDoctor } from './save-doctor.ts';
import { useDoctorEditor } from './use-doctor-editor.ts';

interface DoctorHeadProps {
  doctor: Doctor;
  /** Begins a new appointment with them. */
  onCreate: () => void;
}

/** Who the page is about, how to reach them, and what can be done with them. */
export function DoctorHead({ doctor, onCreate }: DoctorHeadProps) {
  const { name, specialties, email, upcoming, retiredAt } = doctor;
  return (
    <header className={classes.head}>
      <PersonAvatar name={name} tone="staff" size={60} />
      <div className={classes.words}>
        <div className={classes.line}>
          <h1 className={classes.name}>Dr {name}</h1>
          {retiredAt !== null && <StatusPill tone="neutral" label="Retirado" />}
        </div>
        <ul className={classes.facts}>
          {specialties.length > 0 && (
            <Fact icon={IconStethoscope} label="Especialidades">
              {specialties.join(', ')}
            </Fact>
          )}
          {email && (
            <Fact icon={IconMail} label="Correo">
              {email}
            </Fact>
          )}
          <Fact icon={IconCalendarEvent}>{describeUpcoming(upcoming)}</Fact>
          {retiredAt !== null && (
            <li>
              Retirado desde <DateText value={retiredAt} />
            </li>
          )}
        </ul>
      </div>
      <DoctorActions doctor={doctor} onCreate={onCreate} />
    </header>
  );
}

function DoctorActions({ doctor, onCreate }: DoctorHeadProps) {
  const editor = useDoctorEditor(doctor);
  const retirement = useRetireDoctor();
  const [asking, question] = useDisclosure(false);
  const isRetired = doctor.retiredAt !== null;
  return (
    <div className={classes.actions}>
      {isRetired ? (
        <LockButton
          kind="default"
          loading={retirement.isPending}
          onClick={() => retirement.mutate({ doctor, retired: false })}
        >
          Reincorporar
        </LockButton>
      ) : (
        <LockButton kind="subtle" aria-haspopup="dialog" onClick={question.open}>
          Retirar
        </LockButton>
      )}
      <LockButton kind="default" aria-haspopup="dialog" onClick={editor.open}>
        Editar
      </LockButton>
      {!isRetired && (
        <LockButton
          icon={<IconPlus size={17} stroke={1.7} aria-hidden />}
          aria-haspopup="dialog"
          onClick={onCreate}
        >
          Crear cita
        </LockButton>
      )}
      <DoctorModal editor={editor} />
      <RetireQuestion
        doctor={doctor}
        opened={asking}
        retiring={retirement.isPending}
        onCancel={question.close}
        onConfirm={() =>
          retirement.mutate({ doctor, retired: true }, { onSettled: question.close })
        }
      />
    </div>
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
