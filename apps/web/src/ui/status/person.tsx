import { initials } from '@simiente/contract/doctors/titled-name';
import type { ReactNode } from 'react';
import classes from './PersonAvatar.module.css';

export interface PersonAvatarProps {
  name: string;
  /** 'staff' for doctors and staff; patients stay neutral, so that status pills stand out. */
  tone?: 'neutral' | 'staff';
  /** Size in px; 34 in tables, 28 in short lists, 40 to 60 in heads. */
  size?: 26 | 28 | 32 | 34 | 40 | 48 | 60;
}

/** Two initials in a circle. Screen readers skip it, because the name is always beside it. */
export function PersonAvatar({ name, tone = 'neutral', size = 34 }: PersonAvatarProps) {
  return (
    <span className={classes.avatar} data-tone={tone} data-size={size} aria-hidden>
      {initials(name)}
    </span>
  );
}

interface PersonCellProps {
  name: string;
  /** '(tú)', shown after the name and not part of it. */
  remark?: string | undefined;
  detail?: ReactNode;
  tone?: PersonAvatarProps['tone'];
  /** Replaces the initials for a record that is not a person. */
  picture?: ReactNode;
}

/** Avatar, name and one line below: the first cell of a table of patients, doctors or prospects. */
export function PersonCell({ name, remark, detail, tone, picture }: PersonCellProps) {
  return (
    <span className={classes.cell}>
      {picture ?? <PersonAvatar name={name} {...(tone !== undefined && { tone })} />}
      <span className={classes.words}>
        <span className={classes.name} title={name}>
          {name}
          {remark && ` ${remark}`}
        </span>{' '}
        {detail && <span className={classes.detail}>{detail}</span>}
      </span>
    </span>
  );
}
