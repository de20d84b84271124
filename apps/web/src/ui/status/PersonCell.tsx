import type { ReactNode } from 'react';
import { PersonAvatar, type PersonAvatarProps } from './PersonAvatar.tsx';
import classes from './PersonCell.module.css';

interface PersonCellProps {
  name: string;
  /** After the name, of which it is no part: '(tú)'. */
  remark?: string | undefined;
  detail?: ReactNode;
  tone?: PersonAvatarProps['tone'];
}

/** Avatar, name and one line below: the first cell of a table of patients, doctors or prospects. */
export function PersonCell({ name, remark, detail, tone }: PersonCellProps) {
  return (
    <span className={classes.cell}>
      <PersonAvatar name={name} {...(tone !== undefined && { tone })} />
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
