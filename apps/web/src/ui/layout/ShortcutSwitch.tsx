import { Switch } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';

/** Whether keys without Ctrl or ⌘ do something, which dictation could press by accident (WCAG 2.1.4). */
export function useShortcutsEnabled() {
  return useLocalStorage({
    key: 'simiente-shortcuts',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
}

/** Switches them off and on, in this browser. */
export function ShortcutSwitch() {
  const [enabled, setEnabled] = useShortcutsEnabled();
  return (
    <Switch
      label="Usar atajos de una tecla"
      checked={enabled}
      onChange={(event) => setEnabled(event.currentTarget.checked)}
    />
  );
}
