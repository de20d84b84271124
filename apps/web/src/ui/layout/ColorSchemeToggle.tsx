import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { Hint } from '../hint/Hint.tsx';

/** Labelled by its action, not by the current scheme. */
export function ColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const label = isDark ? 'Cambiar a tema claro' : 'Cambiar a tema oscuro';
  const Icon = isDark ? IconSun : IconMoon;
  return (
    <Hint label={label}>
      <ActionIcon
        variant="subtle"
        size={36}
        aria-label={label}
        onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
      >
        <Icon size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Hint>
  );
}
