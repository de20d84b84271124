import { Modal } from '@mantine/core';
import { useOpenAfterMount } from '../../ui/focus/use-open-after-mount.ts';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { ShortcutSwitch } from '../../ui/layout/ShortcutSwitch.tsx';
import type { MenuPage } from './commands.ts';
import classes from './ShortcutsDialog.module.css';

interface ShortcutsDialogProps {
  opened: boolean;
  onClose: () => void;
  menuPages: readonly MenuPage[];
  /** As this machine's keyboard has it: 'Ctrl K'. */
  searchKeys: string;
}

/** 'Atajos de teclado': what the keys do, and the switch of those without Ctrl. */
export function ShortcutsDialog({ opened, onClose, menuPages, searchKeys }: ShortcutsDialogProps) {
  const isShown = useOpenAfterMount(opened);
  const pages = menuPages.flatMap(({ label, letter }) =>
    letter === undefined ? [] : [{ keys: ['G', letter], words: `Ir a ${label}` }],
  );
  const shortcuts = [
    { keys: [searchKeys], words: 'Buscar o escribir una acción' },
    { keys: ['/'], words: 'Ir al buscador de la lista' },
    { keys: ['?'], words: 'Ver estos atajos' },
    ...pages,
  ];
  return (
    <Modal opened={isShown} onClose={onClose} title="Atajos de teclado" size={440}>
      <dl className={classes.list}>
        {shortcuts.map(({ keys, words }) => (
          <div key={words} className={classes.shortcut}>
            <dt className={classes.words}>{words}</dt>
            <dd className={classes.keys}>
              {keys.map((key) => (
                <KeyCap key={key}>{key}</KeyCap>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.choice}>
        <ShortcutSwitch />
        <p className={classes.reason}>
          Desactívalos si usas dictado por voz. {searchKeys} funciona siempre.
        </p>
      </div>
    </Modal>
  );
}
