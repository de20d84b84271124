import { initials } from '@simiente/contract/format/initials';
import classes from './PersonAvatar.module.css';

export interface PersonAvatarProps {
  name: string;
  /** 'staff' for doctors and staff; patients stay neutral, so that status pills stand out. */
  tone?: 'neutral' | 'staff';
  /** In px; 34 in tables, 28 in short lists, 40 to 60 in heads. */
  size?: 26 | 28 | 32 | 34 | 40 | 48 | 60;
}

/** Two initials in a circle. The name is always beside it, so readers skip it. */
export function PersonAvatar({ name, tone = 'neutral', size = 34 }: PersonAvatarProps) {
  return (
    <span className={classes.avatar} data-tone={tone} data-size={size} aria-hidden>
      {initials(name)}
    </span>
  );
}
