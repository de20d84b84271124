import type { MantineThemeComponents } from '@mantine/core';
import type { MouseEvent } from 'react';
import { rescueFocusAfterReturn } from '../ui/focus.ts';
import classes from './components.module.css';

const closeButtonProps = { 'aria-label': 'Cerrar' };
const clearButtonProps = { 'aria-label': 'Borrar' };
const inputClasses = {
  wrapper: classes.inputWrapper,
  input: classes.input,
};

/** A transition that fades in while rising 4 px. */
const fadeIn = {
  in: { opacity: 1, transform: 'translateY(0)' },
  out: { opacity: 0, transform: 'translateY(4px)' },
  transitionProperty: 'opacity, transform',
};

/** A click on a searchable field selects its text, so that typing replaces the chosen option. */
function selectText({ currentTarget }: MouseEvent<HTMLInputElement>): void {
  if (!currentTarget.readOnly) currentTarget.select();
}

/** Spanish labels, design tokens and transitions of Mantine's components. */
export const components: MantineThemeComponents = {
  Button: { classNames: { root: classes.button } },
  ActionIcon: { defaultProps: { variant: 'subtle', size: 32 } },
  CloseButton: { defaultProps: { 'aria-label': 'Cerrar' } },
  Loader: { defaultProps: { type: 'oval' } },
  Input: { classNames: inputClasses },
  InputWrapper: {
    classNames: {
      label: classes.inputLabel,
      required: classes.inputRequired,
      error: classes.inputError,
      description: classes.inputDescription,
    },
  },
  PasswordInput: {
    classNames: { ...inputClasses, innerInput: classes.innerInput },
    defaultProps: {
      visibilityToggleFocusable: true,
      visibilityToggleButtonProps: { 'aria-label': 'Mostrar contraseña' },
    },
  },
  Select: {
    defaultProps: { clearButtonProps, checkIconPosition: 'right', onClick: selectText },
  },
  MultiSelect: { defaultProps: { clearButtonProps } },
  Checkbox: {
    classNames: { input: classes.checkbox, root: classes.checkboxRoot },
    defaultProps: { radius: 5 },
  },
  Switch: {
    classNames: { track: classes.switchTrack, thumb: classes.switchThumb },
    defaultProps: { withThumbIndicator: false },
  },
  Modal: {
    classNames: {
      content: classes.modalContent,
      header: classes.modalHeader,
      title: classes.modalTitle,
      body: classes.modalBody,
    },
    defaultProps: {
      closeButtonProps,
      onExitTransitionEnd: rescueFocusAfterReturn,
      centered: true,
      radius: 'xl',
      size: 460,
      shadow: 'xl',
      overlayProps: { color: 'var(--si-scrim)', backgroundOpacity: 1, blur: 0 },
      transitionProps: { transition: fadeIn, duration: 160 },
    },
  },
  Drawer: {
    defaultProps: {
      closeButtonProps,
      overlayProps: { color: 'var(--si-scrim)', backgroundOpacity: 1, blur: 0 },
      transitionProps: { duration: 200 },
    },
  },
  Skeleton: { classNames: { root: classes.skeleton } },
  Tooltip: {
    classNames: { tooltip: classes.tooltip },
    defaultProps: {
      openDelay: 300,
      transitionProps: { transition: 'fade', duration: 120 },
      events: { hover: true, focus: true, touch: false },
      multiline: true,
      maw: 320,
    },
  },
  Menu: {
    classNames: { dropdown: classes.menuDropdown, item: classes.menuItem },
    defaultProps: {
      // A menu may only contain items; the first one gets the focus.
      withInitialFocusPlaceholder: false,
      radius: 'lg',
      shadow: 'md',
      transitionProps: { transition: fadeIn, duration: 160 },
    },
  },
  Popover: {
    defaultProps: {
      radius: 'lg',
      shadow: 'md',
      transitionProps: { transition: fadeIn, duration: 160 },
    },
  },
  Alert: { defaultProps: { closeButtonLabel: 'Cerrar' } },
  Notification: { defaultProps: { closeButtonProps } },
};
