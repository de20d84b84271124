import type { TablerIcon } from '@tabler/icons-react';
import classes from './IconTile.module.css';

interface IconTileProps {
  icon: TablerIcon;
  /** Set where a row needs the width on phones. */
  isHiddenOnPhones?: boolean;
}

/** The icon of a row about a thing, as large as the avatar of a row about a person. */
export function IconTile({ icon: Icon, isHiddenOnPhones = false }: IconTileProps) {
  return (
    <span
      className={classes.tile}
      data-hidden-on-phones={isHiddenOnPhones || undefined}
      aria-hidden
    >
      <Icon size={18} stroke={1.7} />
    </span>
  );
}
