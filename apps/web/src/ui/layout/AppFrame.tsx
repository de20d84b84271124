import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { MouseEvent, ReactNode } from 'react';
import classes from './AppFrame.module.css';
import { SideMenu, type SideMenuProps } from './SideMenu.tsx';

export interface AppFrameProps {
  menu: Omit<SideMenuProps, 'collapsed' | 'onToggleCollapsed' | 'onClose'>;
  collapsed: boolean;
  onToggleCollapsed: () => void;
  drawerOpened: boolean;
  onCloseDrawer: () => void;
  topBar: ReactNode;
  children: ReactNode;
}

const CONTENT_ID = 'contenido';

/** Moves the focus without touching the address, which belongs to the router. */
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
  return (
    <div className={classes.frame} data-collapsed={collapsed || undefined}>
      <a className={classes.skip} href={`#${CONTENT_ID}`} onClick={skipToContent}>
        Saltar al contenido
      </a>
      {isNarrow ? (
        <Drawer
          opened={drawerOpened}
          onClose={onCloseDrawer}
          size={288}
          withCloseButton={false}
          classNames={{ content: classes.drawer, body: classes.drawerBody }}
          attributes={{ content: { 'aria-label': 'Menú' } }}
        >
          <SideMenu {...menu} onClose={onCloseDrawer} />
        </Drawer>
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
