import { useMediaQuery } from '@mantine/hooks';
import { type MouseEvent, type ReactNode, Suspense } from 'react';
import { lazyOnUse, useOnceTrue } from '../../lib/lazy-on-use.ts';
import classes from './AppFrame.module.css';
import { SideMenu, type SideMenuProps } from './SideMenu.tsx';

const MenuDrawer = lazyOnUse(() => import('./MenuDrawer.tsx'));

interface AppFrameProps {
  menu: Omit<SideMenuProps, 'collapsed' | 'onToggleCollapsed' | 'onClose'>;
  collapsed: boolean;
  onToggleCollapsed: () => void;
  drawerOpened: boolean;
  onCloseDrawer: () => void;
  topBar: ReactNode;
  children: ReactNode;
}

const CONTENT_ID = 'contenido';

/** Moves the focus without changing the URL, which the router owns. */
function skipToContent(event: MouseEvent) {
  event.preventDefault();
  document.getElementById(CONTENT_ID)?.focus();
}

/** Menu, top bar and page. Below 62em the menu is a drawer of 288 px, without 'Contraer menú'. */
export function AppFrame(props: AppFrameProps) {
  const { menu, collapsed, topBar, children, drawerOpened, onCloseDrawer } = props;
  const isNarrow = useMediaQuery('(max-width: 61.99em)', undefined, {
    getInitialValueInEffect: false,
  });
  const isDrawerNeeded = useOnceTrue(drawerOpened);
  return (
    <div className={classes.frame} data-collapsed={collapsed || undefined}>
      <a className={classes.skip} href={`#${CONTENT_ID}`} onClick={skipToContent}>
        Saltar al contenido
      </a>
      {isNarrow ? (
        isDrawerNeeded && (
          <Suspense>
            <MenuDrawer menu={menu} opened={drawerOpened} onClose={onCloseDrawer} />
          </Suspense>
        )
      ) : (
        <aside className={classes.side} aria-label="Menú">
          <SideMenu {...menu} collapsed={collapsed} onToggleCollapsed={props.onToggleCollapsed} />
        </aside>
      )}
      <div className={classes.page}>
        {topBar}
        <main id={CONTENT_ID} className={classes.main} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}
