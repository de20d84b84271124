import { titledName } from '@simiente/contract/doctors/titled-name';
import { PersonAvatar } from '../../ui/status/PersonAvatar.tsx';
import classes from './DoctorLine.module.css';

interface DoctorLineProps {
  name: string;
  /** Second line, separated by dots; undefined parts are left out. */
  details: readonly (string | undefined)[];
}

/** The doctor of an appointment. */
export function DoctorLine({ name, details }: DoctorLineProps) {
  return (
    <div className={classes.line}>
      <PersonAvatar name={name} tone="staff" size={40} />
      <div className={classes.words}>
        <p className={classes.name}>{titledName(name)}</p>
        <p className={classes.detail}>{details.filter(Boolean).join(' · ')}</p>
      </div>
    </div>
  );
}
