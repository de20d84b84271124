import { Menu, type MenuDropdownProps, type MenuProps } from '@mantine/core';
import classes from './OpenMenu.module.css';

interface OpenMenuProps extends MenuDropdownProps {
  position: NonNullable<MenuProps['position']>;
  /** It is to close, and the button that opened it takes the focus. */
  onClose: () => void;
}

/** A menu that opens as it is drawn, under the positioned element around it: its code is loaded on demand. */
export function OpenMenu({ position, onClose, ...dropdown }: OpenMenuProps) {
  return (
    <Menu defaultOpened position={position} returnFocus={false} onClose={onClose}>
      <Menu.Target>
        <span className={classes.anchor} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown {...dropdown} />
    </Menu>
  );
}
