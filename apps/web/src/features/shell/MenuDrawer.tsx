import { Drawer } from '@mantine/core';
import { useOpenAfterMount } from '../../ui/focus.ts';
import classes from './Shell.module.css';
import { SideMenu, type SideMenuProps } from './SideMenu.tsx';

interface MenuDrawerProps extends Required<Pick<SideMenuProps, 'user' | 'onClose'>> {
  opened: boolean;
}

/** The menu below 62em. */
export default function MenuDrawer({ opened, ...menu }: MenuDrawerProps) {
  return (
    <Drawer
      opened={useOpenAfterMount(opened)}
      onClose={menu.onClose}
      size={288}
      withCloseButton={false}
      classNames={{ content: classes.drawer, body: classes.drawerBody }}
      attributes={{ content: { 'aria-label': 'Menú' } }}
    >
      <SideMenu {...menu} />
    </Drawer>
  );
}
