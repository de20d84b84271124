import { CloseButton } from '@mantine/core';
import {
  IconChevronDown,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconSettings,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { memo, type ReactElement } from 'react';
import { queries, useAnswer } from '../../lib/api/client.ts';
import { type Noun, pluralize } from '../../lib/format/numbers.ts';
import { Hint } from '../../ui/hint/Hint.tsx';
import { Brand } from '../../ui/layout/Brand.tsx';
import { PersonAvatar } from '../../ui/status/person.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { useAwaitedCounts } from '../reminders/public.ts';
import { useReportsToSign } from '../reports/public.ts';
import type { MenuPage } from '../search/public.ts';
import { type SessionUser, useCan, useSignOut } from '../session/public.ts';
import classes from './SideMenu.module.css';
import {
  findMenuPage,
  isActive,
  isAllowed,
  sections,
  settingsPages,
  workPages,
} from './sections.ts';

/** Screens on which the whole menu does not fit. */
const SMALL = '(max-width: 61.99em), (max-height: 53em)';

export interface SideMenuProps {
  user: SessionUser;
  collapsed?: boolean;
  /** Toggles 'Contraer menú'; absent in the drawer. */
  onToggleCollapsed?: () => void;
  /** Called by the drawer's close button and by followed links. */
  onClose?: () => void;
}

/** 240 px wide, or 64 with icons only; in the drawer full width. */
export function SideMenu(props: SideMenuProps) {
  const { user, collapsed = false, onToggleCollapsed, onClose } = props;
  const isSmall = useMedia(SMALL);
  const place = useLocation({ select: findMenuPage });
  const can = useCan();
  const waiting = useWaiting();
  const signingOut = useSignOut();
  const { name } = user;
  const account = `${name}, Mi cuenta`;
  const settings = settingsPages.filter((page) => isAllowed(page, can));
  const toEntry = (page: MenuPage) => (
    <Entry
      key={page.to}
      to={page.to}
      label={page.label}
      icon={page.icon}
      waiting={waiting[page.to]}
      isActive={isActive(page, place)}
      collapsed={collapsed}
      onClick={onClose}
    />
  );
  return (
    <div className={classes.menu} data-collapsed={collapsed || undefined}>
      <div className={classes.header}>
        <Link to="/home" className={classes.brand} aria-label="Simiente, inicio" onClick={onClose}>
          <Brand markOnly={collapsed} />
        </Link>
        {onClose && (
          <CloseButton size={32} iconSize={18} aria-label="Cerrar menú" onClick={onClose} />
        )}
      </div>
      <nav className={classes.nav} aria-label="Secciones">
        {sections.map(toEntry)}
      </nav>
      <div className={classes.footer}>
        <nav className={classes.more} aria-label="Trabajo y administración">
          {workPages.filter((page) => isAllowed(page, can)).map(toEntry)}
          {isSmall && !collapsed && settings.length > 0 ? (
            <details
              className={classes.settings}
              open={settings.some((page) => isActive(page, place))}
            >
              <summary className={classes.entry}>
                <IconSettings className={classes.icon} size={19} stroke={1.7} aria-hidden />
                <span className={classes.label}>Administración</span>
                <IconChevronDown className={classes.chevron} size={16} stroke={1.7} aria-hidden />
              </summary>
              {settings.map(toEntry)}
            </details>
          ) : (
            settings.map(toEntry)
          )}
        </nav>
        {onToggleCollapsed && (
          <Entry
            label={collapsed ? 'Expandir menú' : 'Contraer menú'}
            icon={collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse}
            collapsed={collapsed}
            onClick={onToggleCollapsed}
          />
        )}
        <hr className={classes.rule} />
        <Hint label={account} position="right" disabled={!collapsed}>
          <Link
            to="/cuenta"
            className={classes.account}
            aria-label={collapsed ? account : undefined}
            onClick={onClose}
          >
            <PersonAvatar name={name} tone="staff" size={32} />
            {!collapsed && (
              <span className={classes.accountWords}>
                <span className={classes.accountName}>{name}</span>{' '}
                <span className={classes.accountCaption}>Mi cuenta</span>
              </span>
            )}
          </Link>
        </Hint>
        <Entry
          label="Cerrar Sesión"
          icon={IconLogout}
          collapsed={collapsed}
          disabled={signingOut.isPending}
          onClick={() => signingOut.mutate()}
        />
      </div>
    </div>
  );
}

interface EntryProps {
  label: string;
  icon: TablerIcon;
  collapsed: boolean;
  /** Path of the page to open; without it, the entry is a button. */
  to?: string;
  isActive?: boolean;
  /** Count of pending work and its noun, such as '12 vencidas'. */
  waiting?: string | undefined;
  disabled?: boolean;
  onClick: (() => void) | undefined;
}

/** Memoised, because the menu renders with every page and every count. */
const Entry = memo((props: EntryProps): ReactElement => {
  const { icon: Icon, collapsed, to, waiting, disabled, onClick } = props;
  const label = [props.label, waiting].filter(Boolean).join(', ');
  const shared = {
    className: classes.entry,
    onClick,
    'aria-label': collapsed || waiting ? label : undefined,
    children: (
      <>
        <Icon className={classes.icon} size={19} stroke={1.7} aria-hidden />
        {!collapsed && <span className={classes.label}>{props.label}</span>}
        {!collapsed && waiting && (
          <>
            {/* A space between the words for screen readers; the layout does not show it. */}{' '}
            <span className={classes.waiting}>{waiting.split(' ', 1)}</span>
          </>
        )}
      </>
    ),
  };
  return (
    <Hint label={label} position="right" disabled={!collapsed}>
      {to === undefined ? (
        <button type="button" disabled={disabled} {...shared} />
      ) : (
        // `isActive` decides, because the router would mark the doctors on the agenda too.
        <Link
          to={to}
          activeOptions={{ exact: true }}
          {...shared}
          {...(props.isActive && { 'aria-current': 'page' })}
        />
      )}
    </Hint>
  );
});

/** Pending work by the path of its page: '12 vencidas'. */
function useWaiting(): Readonly<Record<string, string | undefined>> {
  const enabled = useCan()('orders.read');
  const counts = useAnswer(queries.results.attention, { enabled }).data;
  const reports = useReportsToSign();
  // Results without a patient, and messages that could not be processed.
  const toReceive = (counts?.received ?? 0) + (counts?.failedMessages ?? 0);
  return {
    '/ordenes': describeWaiting(counts?.overdueOrders, ['vencida', 'vencidas']),
    '/por-confirmar': describeWaiting(useAwaitedCounts().toConfirm, 'por confirmar'),
    '/resultados-recibidos': describeWaiting(toReceive, 'por atender'),
    '/por-firmar': describeWaiting(reports?.toSign, ['informe', 'informes'], reports?.isCapped),
  };
}

function describeWaiting(
  count: number | null | undefined,
  noun: string | Noun,
  isCapped?: boolean,
): string | undefined {
  if (!count) return undefined;
  return pluralize(count, typeof noun === 'string' ? [noun, noun] : noun, { isCapped });
}
