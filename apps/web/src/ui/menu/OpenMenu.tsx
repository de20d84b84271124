import { Menu, type MenuDropdownProps, type MenuProps } from '@mantine/core';
import classes from './OpenMenu.module.css';

interface OpenMenuProps
  extends MenuDropdownProps,
    Pick<MenuProps, 'position' | 'offset' | 'width'> {
  /** Called when the menu closes. It must focus the button that opened the menu. */
  onClose: () => void;
}

/** A menu that is open from its first render, at the positioned element around it. Its code is loaded on demand. */
export function OpenMenu({ position, offset, width, onClose, ...dropdown }: OpenMenuProps) {
  const menu = { position, offset, width, onClose };
  return (
    <Menu defaultOpened returnFocus={false} {...menu}>
      <Menu.Target>
        <span className={classes.anchor} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown {...dropdown} />
    </Menu>
  );
}
