import { Drawer } from '@mantine/core';
import { useOpenAfterMount } from '../focus.ts';
import classes from './AppFrame.module.css';
import { SideMenu, type SideMenuProps } from './SideMenu.tsx';

interface MenuDrawerProps {
  menu: Omit<SideMenuProps, 'onClose'>;
  opened: boolean;
  onClose: () => void;
}

/** The menu below 62em. */
export default function MenuDrawer({ menu, opened, onClose }: MenuDrawerProps) {
  return (
    <Drawer
      opened={useOpenAfterMount(opened)}
      onClose={onClose}
      size={288}
      withCloseButton={false}
      classNames={{ content: classes.drawer, body: classes.drawerBody }}
      attributes={{ content: { 'aria-label': 'Menú' } }}
    >
      <SideMenu {...menu} onClose={onClose} />
    </Drawer>
  );
}
