import { errorTable } from '@simiente/contract/common/errors';
import type { Doctor } from '@simiente/contract/doctors';
import { useEffect, useRef } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { type DoctorDraft, draftOf } from './doctor-draft.ts';
import classes from './StaleDoctor.module.css';
import { dayName } from './weekdays.ts';

interface StaleDoctorProps {
  current: Doctor;
  draft: DoctorDraft;
  onTakeCurrent: () => void;
  onKeepMine: () => void;
}

/** Somebody else saved first: what differs between what there is now and the form, to take either. */
export function StaleDoctor({ current, draft, onTakeCurrent, onKeepMine }: StaleDoctorProps) {
  const first = useRef<HTMLButtonElement>(null);
  const theirs = linesOf(draftOf(current));
  const mine = linesOf(draft);

  useEffect(() => first.current?.focus(), []);

  return (
    <div>
      <p role="alert" className={classes.message}>
        {errorTable.STALE_VERSION.message}
      </p>
      <ul className={classes.fields}>
        {theirs.map(({ label, text }, index) => {
          const own = mine[index]?.text;
          return own === text ? null : (
            <li key={label} className={classes.field}>
              <span className={classes.label}>{label}</span>
              <span>Datos actuales: {text || '—'}</span>
              <span>Los tuyos: {own || '—'}</span>
            </li>
          );
        })}
      </ul>
      <div className={classes.actions}>
        <LockButton ref={first} kind="default" onClick={onTakeCurrent}>
          Usar los datos actuales
        </LockButton>
        <LockButton onClick={onKeepMine}>Guardar los míos</LockButton>
      </div>
    </div>
  );
}

/** What a draft says, field by field, always the same fields in the same order. */
function linesOf(draft: DoctorDraft): { label: string; text: string }[] {
  return [
    { label: 'Nombre', text: draft.name },
    { label: 'Correo', text: draft.email },
    { label: 'Especialidades', text: draft.specialties },
    { label: 'Minutos por cita', text: draft.minutes },
    ...draft.days.map(({ weekday, works, from, to }) => ({
      label: dayName(weekday),
      text: works ? `${from}–${to}` : 'No atiende',
    })),
  ];
}
