import type { PossibleDuplicate } from '@simiente/contract/patients';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { patientStatus } from '../patient-status.ts';
import classes from './PossibleDuplicates.module.css';

interface PossibleDuplicatesProps {
  duplicates: readonly PossibleDuplicate[];
  /** Set after an attempt to save: the focus moves here. */
  isWarned: boolean;
  /** Takes one of them instead of making another; without it they are only told of. */
  onChoose?: (duplicate: PossibleDuplicate) => void;
  /** No candidate can be chosen while the form is saving. */
  isBusy?: boolean;
}

const matches = { email: 'mismo correo', phone: 'mismo teléfono' } as const;

/** Who may be the person that is being made; each opens beside the form, which keeps what was typed. */
export function PossibleDuplicates(props: PossibleDuplicatesProps) {
  const { duplicates, isWarned, onChoose, isBusy = false } = props;
  const title = useId();
  const section = useRef<HTMLElement>(null);

  useEffect(() => {
    if (isWarned) section.current?.focus();
  }, [isWarned]);

  return (
    <div role="status" className={classes.area}>
      {duplicates.length > 0 && (
        <section ref={section} className={classes.section} aria-labelledby={title} tabIndex={-1}>
          <h3 id={title} className={classes.title}>
            {duplicates.length === 1
              ? 'Es posible que este paciente ya exista'
              : `Es posible que este paciente ya exista (${duplicates.length} coincidencias)`}
          </h3>
          <ul className={classes.list}>
            {duplicates.map((duplicate) => (
              <Duplicate
                key={duplicate.idUser}
                duplicate={duplicate}
                isBusy={isBusy}
                onChoose={onChoose}
              />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

interface DuplicateProps extends Pick<PossibleDuplicatesProps, 'onChoose' | 'isBusy'> {
  duplicate: PossibleDuplicate;
}

function Duplicate({ duplicate, onChoose, isBusy = false }: DuplicateProps) {
  const { idUser, name, email, phone, status, matched } = duplicate;
  const { tone, tag } = patientStatus(status);
  return (
    <li className={classes.item}>
      <div className={classes.line}>
        <Link
          className={classes.name}
          to="/pacientes/$idUser"
          params={{ idUser }}
          target="_blank"
          rel="noopener"
          aria-label={`${name}, abrir en otra pestaña`}
        >
          <span className={classes.words} title={name}>
            {name}
          </span>
          <IconExternalLink className={classes.icon} size={15} stroke={1.7} aria-hidden />
        </Link>
        <StatusPill tone={tone} label={tag} />
      </div>
      <p className={classes.contact}>
        {email}
        {email && phone && ' · '}
        <span className={classes.whole}>{phone}</span>{' '}
        <span className={classes.whole}>({matched.map((by) => matches[by]).join(' y ')})</span>
      </p>
      {onChoose && (
        <div className={classes.choice}>
          <LockButton
            kind="default"
            aria-label={`Es este paciente: ${name}`}
            disabled={isBusy}
            onClick={() => onChoose(duplicate)}
          >
            Es este paciente
          </LockButton>
        </div>
      )}
    </li>
  );
}
