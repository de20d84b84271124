import { Menu, type MenuDropdownProps, type MenuProps } from '@mantine/core';
import classes from './OpenMenu.module.css';

interface OpenMenuProps extends MenuDropdownProps {
  position: NonNullable<MenuProps['position']>;
  /** Called when the menu closes. It must focus the button that opened the menu. */
  onClose: () => void;
}

/**
 * A menu that is open from its first render, under the positioned element around it. Its code is loaded on demand.
 */
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
