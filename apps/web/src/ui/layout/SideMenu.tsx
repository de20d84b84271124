import { CloseButton } from '@mantine/core';
import {
  IconChevronDown,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSettings,
  type TablerIcon,
} from '@tabler/icons-react';
import { memo, type ReactElement } from 'react';
import { Hint } from '../hint/Hint.tsx';
import type { LinkSlot } from '../link-slot.ts';
import { PersonAvatar } from '../status/person.tsx';
import { useMedia } from '../use-media.ts';
import { Brand } from './Brand.tsx';
import classes from './SideMenu.module.css';

interface EntryBase {
  id: string;
  label: string;
  icon: TablerIcon;
  /** Count of pending work and its noun: '12', 'vencidas'. */
  waiting?: { readonly count: string; readonly noun: string } | undefined;
}

/** An entry opens a page (`link`) or runs an action (`onClick`). */
export type MenuItem = EntryBase &
  ({ link: LinkSlot; active: boolean } | { onClick: () => void; busy?: boolean });

type MenuEntryProps = MenuItem & {
  collapsed: boolean;
  /** Closes the drawer once a link was followed. */
  onFollow?: (() => void) | undefined;
};

/** Memoised, because the frame renders with every page and every count. */
const MenuEntry = memo(Entry);

function Entry({ collapsed, onFollow, ...item }: MenuEntryProps) {
  const { icon: Icon, waiting } = item;
  const content = (
    <>
      <Icon className={classes.icon} size={19} stroke={1.7} aria-hidden />
      {!collapsed && <span className={classes.label}>{item.label}</span>}
      {!collapsed && waiting && (
        <>
          {/* A space between the words for screen readers; the layout does not show it. */}{' '}
          <span className={classes.waiting}>{waiting.count}</span>
        </>
      )}
    </>
  );
  const label = waiting ? `${item.label}, ${waiting.count} ${waiting.noun}` : item.label;
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

interface MenuAccount {
  name: string;
  /** 'Mi cuenta': the name of the linked page. */
  caption: string;
  link?: LinkSlot;
}

export interface SideMenuProps {
  brandLink: LinkSlot;
  /** The sections: the only entries of the `nav`. */
  items: readonly MenuItem[];
  /** Above the foot's hairline; the settings are folded on small screens. */
  footItems?: { readonly work: readonly MenuItem[]; readonly settings: readonly MenuItem[] };
  account?: MenuAccount;
  /** Below the account: Cerrar Sesión. */
  sessionItems?: readonly MenuItem[];
  collapsed?: boolean;
  /** Toggles 'Contraer menú'; absent in the drawer. */
  onToggleCollapsed?: () => void;
  /** Called by the drawer's close button and by followed links. */
  onClose?: () => void;
}

/** Screens on which the whole menu does not fit. */
const SMALL = '(max-width: 61.99em), (max-height: 53em)';

/** 240 px wide, or 64 with icons only; in the drawer full width. */
export function SideMenu(props: SideMenuProps) {
  const { items, footItems, sessionItems = [], account, collapsed = false, onClose } = props;
  const isSmall = useMedia(SMALL);
  const entry = (item: MenuItem) => (
    <MenuEntry key={item.id} {...item} collapsed={collapsed} onFollow={onClose} />
  );
  return (
    <div className={classes.menu} data-collapsed={collapsed || undefined}>
      <div className={classes.head}>
        {props.brandLink({
          className: classes.brand,
          'aria-label': 'Simiente, inicio',
          ...(onClose !== undefined && { onClick: onClose }),
          children: <Brand markOnly={collapsed} />,
        })}
        {onClose && (
          <CloseButton size={32} iconSize={18} aria-label="Cerrar menú" onClick={onClose} />
        )}
      </div>
      <nav className={classes.nav} aria-label="Secciones">
        {items.map(entry)}
      </nav>
      <div className={classes.foot}>
        {footItems && (
          <nav className={classes.more} aria-label="Trabajo y administración">
            {footItems.work.map(entry)}
            {isSmall && !collapsed && footItems.settings.length > 0 ? (
              <details
                className={classes.settings}
                open={footItems.settings.some((item) => 'link' in item && item.active)}
              >
                <summary className={classes.entry}>
                  <IconSettings className={classes.icon} size={19} stroke={1.7} aria-hidden />
                  <span className={classes.label}>Administración</span>
                  <IconChevronDown className={classes.chevron} size={16} stroke={1.7} aria-hidden />
                </summary>
                {footItems.settings.map(entry)}
              </details>
            ) : (
              footItems.settings.map(entry)
            )}
          </nav>
        )}
        {props.onToggleCollapsed && entry(toggleItem(collapsed, props.onToggleCollapsed))}
        <hr className={classes.rule} />
        {account && <Account account={account} collapsed={collapsed} onFollow={onClose} />}
        {sessionItems.map(entry)}
      </div>
    </div>
  );
}

function toggleItem(collapsed: boolean, onClick: () => void): MenuItem {
  return collapsed
    ? { id: 'toggle', label: 'Expandir menú', icon: IconLayoutSidebarLeftExpand, onClick }
    : { id: 'toggle', label: 'Contraer menú', icon: IconLayoutSidebarLeftCollapse, onClick };
}

interface AccountProps {
  account: MenuAccount;
  collapsed: boolean;
  onFollow: (() => void) | undefined;
}

function Account({ account, collapsed, onFollow }: AccountProps) {
  const { name, caption, link } = account;
  const content = (
    <>
      <PersonAvatar name={name} tone="staff" size={32} />
      {!collapsed && (
        <span className={classes.accountWords}>
          <span className={classes.accountName}>{name}</span>{' '}
          <span className={classes.accountCaption}>{caption}</span>
        </span>
      )}
    </>
  );
  const label = `${name}, ${caption}`;
  const block: ReactElement = link ? (
    link({
      className: classes.account,
      ...(collapsed && { 'aria-label': label }),
      ...(onFollow !== undefined && { onClick: onFollow }),
      children: content,
    })
  ) : (
    <div className={classes.account}>{content}</div>
  );
  return (
    <Hint label={label} position="right" disabled={!collapsed}>
      {block}
    </Hint>
  );
}
