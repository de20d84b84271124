import { UnstyledButton } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import classes from './ViewSwitch.module.css';

interface ViewSwitchProps<View extends string> {
  label: string;
  views: readonly { readonly value: View; readonly label: string; readonly icon?: TablerIcon }[];
  value: View;
  onChange: (view: View) => void;
}

/** Switches between the views of a list or record. It sends no request, so unlike `Button` it never locks. */
export function ViewSwitch<View extends string>(props: ViewSwitchProps<View>) {
  const { label, views, value, onChange } = props;
  return (
    <fieldset aria-label={label} className={classes.switch}>
      {views.map(({ value: view, label: word, icon: Icon }) => (
        <UnstyledButton
          key={view}
          className={classes.view}
          aria-pressed={view === value}
          onClick={() => view !== value && onChange(view)}
        >
          {Icon && <Icon size={17} stroke={1.7} aria-hidden />}
          {word}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
