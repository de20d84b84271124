import type { TablerIcon } from '@tabler/icons-react';
import { memo, type ReactElement } from 'react';
import { Hint } from '../hint/Hint.tsx';
import type { LinkSlot } from '../link-slot.ts';
import classes from './SideMenu.module.css';

interface EntryBase {
  id: string;
  label: string;
  icon: TablerIcon;
  /** How much work waits there, as a figure and its noun: '12', 'vencidas'. */
  waiting?: { readonly figure: string; readonly noun: string } | undefined;
}

/** An entry leads to a page (`link`) or does something (`onClick`). */
export type MenuItem = EntryBase &
  ({ link: LinkSlot; active: boolean } | { onClick: () => void; busy?: boolean });

type MenuEntryProps = MenuItem & {
  collapsed: boolean;
  /** Closes the drawer once a link was followed. */
  onFollow?: (() => void) | undefined;
};

/** Drawn again only with what it shows: the frame is rendered with every page and every count. */
export const MenuEntry = memo(Entry);

function Entry({ collapsed, onFollow, ...item }: MenuEntryProps) {
  const { icon: Icon, waiting } = item;
  const content = (
    <>
      <Icon className={classes.icon} size={19} stroke={1.7} aria-hidden />
      {!collapsed && <span className={classes.label}>{item.label}</span>}
      {!collapsed && waiting && (
        <>
          {/* Separates the two words, as the name has them; the layout leaves it out. */}{' '}
          <span className={classes.waiting}>{waiting.figure}</span>
        </>
      )}
    </>
  );
  const label = waiting ? `${item.label}, ${waiting.figure} ${waiting.noun}` : item.label;
  const name = collapsed || waiting ? { 'aria-label': label } : {};
  const entry: ReactElement =
    'link' in item ? (
      item.link({
        className: classes.entry,
        ...name,
        ...(item.active && { 'aria-current': 'page' as const }),
        ...(onFollow !== undefined && { onClick: onFollow }),
        children: content,
      })
    ) : (
      <button
        type="button"
        className={classes.entry}
        disabled={item.busy}
        onClick={item.onClick}
        {...name}
      >
        {content}
      </button>
    );
  return (
    <Hint label={label} position="right" disabled={!collapsed}>
      {entry}
    </Hint>
  );
}
